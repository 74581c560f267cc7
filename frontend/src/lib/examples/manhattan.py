from taquin import heuristic


# A claim: searches believe it, and the referee tells whether it is true.
@heuristic(admissible=True, consistent=True)
def estimate(board, goal):
    moves = 0
    for cell, tile in enumerate(board.tiles):
        if tile != 0:
            row, col = divmod(cell, board.cols)
            goal_row, goal_col = divmod(goal.tiles.index(tile), board.cols)
            moves += abs(row - goal_row) + abs(col - goal_col)
    return moves
