# SPDX-License-Identifier: MIT
"""Play, in a real browser: every way to slide, counting, hints, looks and the finish."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.web.browsing import PHONE, Open

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
    screen.says("hint", "1 taken back, 3 slides in all")
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
    assert "4 moves in 0:0" in dialog.inner_text()
    assert "The shortest solution has 2. 100 % more than needed." in dialog.inner_text()
    screen.keep("finish")
    screen.click("Same board again")
    screen.expect_board([[1, 2, 3], [4, 5, 6], [0, 7, 8]])
    screen.says("moves", "0")


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


def test_rainbow_tiles(visit: Open) -> None:
    screen = visit(START)
    screen.click("Rainbow", "radio")
    look = "tiles => new Set(tiles.map(tile => getComputedStyle(tile).backgroundImage)).size"
    assert screen.page.locator("[role=gridcell] > *").evaluate_all(look) == 8
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
