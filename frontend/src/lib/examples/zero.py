def estimate(board, goal):
    # The goal is never said to be far: A* has to look everywhere.
    return 0
