from taquin import heuristic


@heuristic(admissible=True, consistent=True)
def estimate(board, goal):
    moves = 0
    # For every line: where its own tiles belong, as they stand.
    rows = [[] for _ in range(board.rows)]
    columns = [[] for _ in range(board.cols)]
    for cell, tile in enumerate(board.tiles):
        if tile != 0:
            row, col = divmod(cell, board.cols)
            goal_row, goal_col = divmod(goal.tiles.index(tile), board.cols)
            moves += abs(row - goal_row) + abs(col - goal_col)
            if row == goal_row:
                rows[row].append(goal_col)
            if col == goal_col:
                columns[col].append(goal_row)
    # A tile that steps aside and back again makes two moves more.
    return moves + 2 * sum(must_step_aside(line) for line in rows + columns)


def must_step_aside(places):
    """Count the tiles that must leave a line to put it in order."""
    staying = []  # how many can stay up to each tile, itself too
    for at, place in enumerate(places):
        before = [staying[i] for i in range(at) if places[i] < place]
        staying.append(1 + max(before, default=0))
    return len(places) - max(staying, default=0)
