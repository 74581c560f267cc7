def estimate(board, goal):
    wrong = 0
    for cell, tile in enumerate(board.tiles):  # row by row, 0 is the blank
        if tile != 0 and tile != goal.tiles[cell]:
            wrong += 1  # it needs at least one move
    return wrong
