# SPDX-License-Identifier: MIT
"""Play, in a real browser: every way to slide, counting, hints, looks and the finish."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.web.browsing import PHONE, Open, eventually

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]

START = "#/play?board=1,2,3/4,0,6/7,5,8"
SOLVED = [[1, 2, 3], [4, 5, 6], [7, 8, 0]]


def test_a_click_slides_a_tile_and_counts(visit: Open) -> None:
    screen = visit(START)
    screen.expect_board([[1, 2, 3], [4, 0, 6], [7, 5, 8]])
    screen.page.mouse.click(*screen.tile(5))
    screen.expect_board([[1, 2, 3], [4, 5, 6], [7, 0, 8]])
    screen.says("moves", "1")
    screen.says("optimum", "2")
    screen.keep("play")


def test_a_click_slides_a_whole_row_and_counts_every_tile(visit: Open) -> None:
    screen = visit("#/play?board=0,1,2/3,4,5/6,7,8&goal=first")
    screen.page.mouse.click(*screen.tile(2))
    screen.expect_board([[1, 2, 0], [3, 4, 5], [6, 7, 8]])
    screen.says("moves", "2")


def test_a_drag_slides_and_a_short_one_does_not(visit: Open) -> None:
    screen = visit(START)
    x, y = screen.tile(6)
    mouse = screen.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x - 20, y, steps=4)
    mouse.up()
    screen.expect_board([[1, 2, 3], [4, 0, 6], [7, 5, 8]])
    mouse.move(x, y)
    mouse.down()
    mouse.move(x - 120, y, steps=6)
    mouse.up()
    screen.expect_board([[1, 2, 3], [4, 6, 0], [7, 5, 8]])


def test_a_swipe_anywhere_moves_the_tile_beside_the_blank(visit: Open) -> None:
    screen = visit(START, viewport=PHONE, has_touch=True)
    x, y = screen.tile(1)
    mouse = screen.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 4, y + 90, steps=5)
    mouse.up()
    screen.expect_board([[1, 0, 3], [4, 2, 6], [7, 5, 8]])


def test_keys_slide_undo_and_redo(visit: Open) -> None:
    screen = visit(START)
    screen.press("ArrowUp")
    screen.expect_board([[1, 2, 3], [4, 5, 6], [7, 0, 8]])
    screen.press("d")
    screen.expect_board([[1, 2, 3], [4, 5, 6], [0, 7, 8]])
    screen.press("z")
    screen.expect_board([[1, 2, 3], [4, 5, 6], [7, 0, 8]])
    screen.says("moves", "1")
    screen.says("hint", "1 taken back, 3 moves in all")
    screen.press("Shift+Z")
    screen.expect_board([[1, 2, 3], [4, 5, 6], [0, 7, 8]])
    screen.says("moves", "2")


def test_keys_can_move_the_blank_instead(visit: Open) -> None:
    screen = visit(START)
    screen.page.get_by_label("Arrow keys move the blank").check()
    screen.press("ArrowUp")
    screen.expect_board([[1, 0, 3], [4, 2, 6], [7, 5, 8]])


def test_the_finish_compares_with_the_optimum(visit: Open) -> None:
    screen = visit("#/play?board=1,2,3/4,5,6/0,7,8")
    screen.says("optimum", "2")
    screen.press("ArrowDown", "ArrowUp", "ArrowLeft", "ArrowLeft")
    screen.expect_board(SOLVED)
    dialog = screen.page.get_by_role("dialog", name="Solved")
    dialog.wait_for()
    eventually(dialog).to_contain_text(re.compile(r"4 moves in \d:\d\d\.\d\."))
    eventually(dialog).to_contain_text("The shortest solution has 2. 100 % more than needed.")
    screen.keep("finish")
    screen.click("Same board again")
    screen.expect_board([[1, 2, 3], [4, 5, 6], [0, 7, 8]])
    screen.says("moves", "0")


def test_a_game_goes_on_after_a_reload_and_another_view(visit: Open) -> None:
    screen = visit(START)
    screen.press("ArrowUp", "d", "z")
    screen.says("hint", "1 taken back, 3 moves in all")
    screen.page.wait_for_function("() => document.querySelector('[data-test=time]').textContent > '0:00.3'")
    screen.page.reload()
    screen.says("hint", "1 taken back, 3 moves in all")
    screen.says("moves", "1")
    assert screen.page.locator("[data-test=time]").inner_text() > "0:00.3"
    screen.click("Solve", "link")
    screen.expect_board([[1, 2, 3], [4, 5, 6], [7, 0, 8]])  # where the game stands, not where it began
    screen.click("Play", "link")
    screen.says("moves", "1")
    screen.says("hint", "1 taken back, 3 moves in all")
    screen.press("Shift+Z")
    screen.expect_board([[1, 2, 3], [4, 5, 6], [0, 7, 8]])


def test_a_solved_board_says_so(visit: Open) -> None:
    screen = visit("#/play?board=1,2,3/4,5,6/7,8,0")
    screen.says("hint", "This board is solved. Deal a new one.")
    screen.says("optimum", "0")
    screen.press("ArrowRight", "ArrowLeft")
    dialog = screen.page.get_by_role("dialog", name="Solved")
    dialog.wait_for()
    eventually(dialog).to_contain_text("The board was solved already.")
    assert "Infinity" not in dialog.inner_text()


def test_after_a_game_the_moves_that_were_lost_can_be_stepped_through(visit: Open) -> None:
    screen = visit("#/play?board=1,2,3/4,5,6/0,7,8")
    screen.says("optimum", "2")
    screen.press("ArrowDown", "ArrowUp", "ArrowLeft", "ArrowLeft")
    dialog = screen.page.get_by_role("dialog", name="Solved")
    dialog.get_by_role("button", name="Where moves were lost").click()
    screen.says("review", "1 move led away from the goal, the first of them move 1: each costs two.")
    screen.says("review-step", "Move 1 · 3 to go · lost")
    screen.expect_board([[1, 2, 3], [0, 5, 6], [4, 7, 8]])
    screen.press("ArrowRight")
    screen.says("review-step", "Move 2 · 2 to go")
    screen.keep("review")
    screen.click("Mistake before")
    screen.says("review-step", "Move 1 · 3 to go · lost")
    screen.click("Restart")
    screen.expect_board([[1, 2, 3], [4, 5, 6], [0, 7, 8]])


def test_finished_games_are_kept_with_their_bests(visit: Open, tmp_path: Path) -> None:
    screen = visit("#/play?board=1,2,3/4,5,6/7,0,8")
    for _ in range(5):
        screen.says("optimum", "1")
        screen.press("ArrowLeft", "z")  # nothing is taken back after the end, and the game counts once
        screen.page.get_by_role("dialog", name="Solved").wait_for()
        screen.click("Same board again")
    screen.page.reload()
    screen.click("History")
    dialog = screen.page.get_by_role("dialog", name="Your games")
    dialog.wait_for()
    eventually(dialog.get_by_role("row")).to_have_count(6)
    screen.says("ao5", re.compile(r"^\d:\d\d\.\d$"))
    screen.keep("history")
    with screen.page.expect_download() as download:
        dialog.get_by_role("button", name="Save as CSV").click()
    download.value.save_as(tmp_path / "games.csv")
    lines = (tmp_path / "games.csv").read_text().splitlines()
    assert len(lines) == 6
    assert lines[0].startswith("at,size,moves,seconds")


@pytest.mark.parametrize(("rows", "cols"), [(10, 2), (2, 10), (5, 3)])
@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 800}, {"width": 390, "height": 844}])
def test_tall_and_wide_boards_fit(visit: Open, rows: int, cols: int, viewport: dict[str, int]) -> None:
    tiles = [*range(1, rows * cols - 1), 0, rows * cols - 1]
    text = "/".join(",".join(map(str, tiles[row * cols : (row + 1) * cols])) for row in range(rows))
    screen = visit(f"#/play?board={text}", viewport=viewport)
    box = screen.page.get_by_role("grid", name="Board").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= viewport["height"]
    assert screen.fits()


def test_a_perfect_finish_says_so(visit: Open) -> None:
    screen = visit("#/play?board=1,2,3/4,5,6/7,0,8")
    screen.says("optimum", "1")
    screen.press("ArrowLeft")
    screen.page.get_by_role("dialog", name="Solved, and it cannot be done in fewer").wait_for()
    screen.expect_board(SOLVED)


def test_a_hint_names_the_best_move(visit: Open) -> None:
    screen = visit(START)
    screen.press("h")
    screen.says("hint", "Slide 5 up: 2 moves to go at best.")
    screen.press("ArrowUp", "h")
    screen.says("hint", "Slide 8 left: the last move.")
    screen.expect_board([[1, 2, 3], [4, 5, 6], [7, 0, 8]])


def test_a_new_game_of_any_size_by_seed(visit: Open) -> None:
    screen = visit(START)
    boards = []
    for _ in range(2):
        screen.press("n")
        dialog = screen.page.get_by_role("dialog", name="New game")
        dialog.get_by_label("Rows").select_option("2")
        dialog.get_by_label("Columns").select_option("3")
        dialog.get_by_role("radio", name="Hardest").click()
        dialog.get_by_label("Seed", exact=True).fill("7")
        screen.keep("new-game")
        dialog.get_by_role("button", name="Deal").click()
        dialog.wait_for(state="hidden")
        screen.says("optimum", "21")
        boards.append(screen.board())
    assert boards[0] == boards[1]
    assert {tile for row in boards[0] for tile in row} == set(range(6))


def test_picture_tiles_come_from_a_file_of_the_user(visit: Open, tmp_path: Path) -> None:
    picture = tmp_path / "picture.png"
    image_module = pytest.importorskip("PIL.Image")
    image_module.linear_gradient("L").resize((300, 200)).save(picture)
    screen = visit(START)
    with screen.page.expect_file_chooser() as chooser:
        screen.click("Picture", "radio")
    chooser.value.set_files(picture)
    tile = screen.page.locator("[data-tile='5'] > *")
    tile.and_(screen.page.locator(".picture")).wait_for()
    image = tile.evaluate("tile => getComputedStyle(tile).backgroundImage")
    assert re.match(r'url\("blob:', image)
    screen.page.mouse.click(*screen.tile(5))
    screen.expect_board([[1, 2, 3], [4, 5, 6], [7, 0, 8]])
    screen.keep("picture")
    screen.page.reload()
    tile.and_(screen.page.locator(".picture")).wait_for()  # it is kept
    screen.page.wait_for_function(
        "() => getComputedStyle(document.querySelector('[data-tile=\"5\"] > *')).backgroundImage.includes('blob:')"
    )


def test_rainbow_tiles(visit: Open) -> None:
    screen = visit(START)
    screen.click("Rainbow", "radio")
    tiles = "[...document.querySelectorAll('[role=gridcell] > *')]"
    screen.page.wait_for_function(f"() => new Set({tiles}.map(tile => getComputedStyle(tile).backgroundImage)).size === 8")
    screen.press("ArrowUp")
    screen.expect_board([[1, 2, 3], [4, 5, 6], [7, 0, 8]])
    screen.keep("rainbow")


def test_the_address_restores_the_game(visit: Open) -> None:
    screen = visit(START)
    screen.press("ArrowUp", "ArrowRight")
    screen.expect_board([[1, 2, 3], [4, 5, 6], [0, 7, 8]])
    address = screen.page.url.partition("/#")[2]
    other = visit(f"#{address}")
    other.expect_board([[1, 2, 3], [4, 5, 6], [0, 7, 8]])
    other.says("moves", "2")
    other.click("Restart")
    other.expect_board([[1, 2, 3], [4, 0, 6], [7, 5, 8]])


def test_a_wide_board_and_a_ten_by_ten_can_be_played(visit: Open) -> None:
    screen = visit("#/play?board=1,2,3,4,5/6,7,8,0,9")
    screen.press("ArrowLeft")
    screen.expect_board([[1, 2, 3, 4, 5], [6, 7, 8, 9, 0]])
    ten = [[row * 10 + column + 1 for column in range(10)] for row in range(10)]
    ten[9][8], ten[9][9] = 0, 99
    text = "/".join(",".join(map(str, row)) for row in ten)
    screen.open(f"#/play?board={text}")
    screen.press("ArrowLeft")
    ten[9][8], ten[9][9] = 99, 0
    screen.expect_board(ten)
    screen.keep("ten-by-ten")


def test_a_board_is_played_or_it_is_not(visit: Open) -> None:
    screen = visit(f"#/play?board={','.join(map(str, range(1, 13)))}/{','.join(map(str, range(13, 23)))},0,23")
    screen.press("ArrowLeft")
    screen.says("moves", "1")
    eventually(screen.page.get_by_role("button", name="Hint")).to_have_count(1)
    rows = [[row * 13 + column + 1 for column in range(13)] for row in range(13)]
    rows[12][11:] = [0, 168]
    screen.open(f"#/play?board={'/'.join(','.join(map(str, row)) for row in rows)}")
    screen.mentions("Boards up to 12 by 12 are for playing; larger ones can be solved.")
    screen.press("ArrowLeft", "h", "n")  # keys are heard in turn: with the dialog the others have been
    screen.page.get_by_role("dialog", name="New game").wait_for()
    screen.says("moves", "0")
    screen.says("hint", "")
    eventually(screen.page.get_by_role("button", name="Hint", include_hidden=True)).to_have_count(0)
    eventually(screen.page.get_by_role("radio", name="Rainbow", include_hidden=True)).to_have_count(0)
