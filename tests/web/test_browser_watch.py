# SPDX-License-Identifier: MIT
"""Watch, in a real browser: the engine's own trace, step by step."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.web.browsing import Open, Screen, eventually
from tests.web.serving import Service

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]

START = [[8, 1, 3], [4, 0, 2], [7, 6, 5]]
ADDRESS = "#/watch?board=8,1,3/4,0,2/7,6,5"


def trace(service: Service, method: str) -> list[list[Any]]:
    job = service.submit(start=START, method=method, trace_limit=300)
    return [row for event in service.events(job) if event["type"] == "expansions" for row in event["items"]]


def wait_for_all(screen: Screen) -> None:
    """Wait until a search has come to its end: its steps may come in parts, and the answer comes after them."""
    screen.says("capped", re.compile("^(All|Capped:) "))


def grid(row: list[Any]) -> list[list[int]]:
    tiles = row[6]
    return [tiles[0:3], tiles[3:6], tiles[6:9]]


@pytest.mark.parametrize("method", ["astar@manhattan", "bfs", "idastar@manhattan"])
def test_the_tree_is_the_engines_trace(visit: Open, service: Service, method: str) -> None:
    rows = trace(service, method)
    screen = visit(f"{ADDRESS}&method={method}")
    wait_for_all(screen)
    screen.expect_board(START)
    for row in rows[:6]:
        screen.press("ArrowRight")
        screen.expect_board(grid(row))
        screen.says("values", re.compile(rf"^g {row[3]} · h {row[4]} · f {row[5]}$"))
    screen.press("ArrowLeft")
    screen.expect_board(grid(rows[4]))
    screen.keep(f"watch-{method.partition('@')[0]}")


def test_it_starts_paused_and_ends_at_the_goal(visit: Open) -> None:
    screen = visit(f"{ADDRESS}&method=astar@manhattan")
    screen.says("step", "0 / 44")
    screen.press("End")
    screen.expect_board([[1, 2, 3], [4, 5, 6], [7, 8, 0]])
    screen.says("capped", re.compile("^All 43 expansions are shown"))
    screen.mentions(re.compile(r"14 moves,\s+proven shortest"))


def test_a_cap_is_said(visit: Open) -> None:
    screen = visit(f"{ADDRESS}&method=bfs&record=100")
    screen.says("capped", re.compile(r"^Capped: the first 100 of [\d,]{3,} expansions are shown"))
    screen.says("step", "0 / 100")
    screen.expect_board(START)


def text(tiles: list[int]) -> str:
    return " / ".join(" ".join(map(str, tiles[row : row + 3])) for row in (0, 3, 6))


def test_lists_of_the_frontier_and_the_expanded(visit: Open, service: Service) -> None:
    rows = trace(service, "astar@manhattan")
    screen = visit(f"{ADDRESS}&at=5")
    screen.says("step", "5 / 44")
    lists = screen.page.locator("main table")
    expanded = lists.nth(1).locator("tbody tr")
    eventually(expanded).to_have_count(5)
    eventually(expanded.first.locator("td, th").first).to_have_text(text(rows[4][6]))
    first = lists.nth(0).locator("tbody tr").first
    eventually(first).to_contain_text("next")
    eventually(first).to_contain_text(text(rows[5][6]))
    # The lists are linked to the board and the tree: pointing shows a node, choosing it goes to its step.
    first.get_by_role("button").focus()
    screen.expect_board(grid(rows[5]))
    screen.says("story", re.compile(r"^Waits with f = \d+\.$"))
    first.get_by_role("button").click()
    screen.says("step", "6 / 44")
    expanded.last.get_by_role("button").click()
    screen.expect_board(START)


def test_pointing_at_a_node_shows_its_board(visit: Open) -> None:
    screen = visit(f"{ADDRESS}&at=44")
    screen.says("step", "44 / 44")
    screen.click("Show everything")
    canvas = screen.page.locator("canvas").first.bounding_box()
    assert canvas is not None
    # The root stands at the top; look for it along the first row of nodes.
    for x in range(0, int(canvas["width"]), 8):
        screen.page.mouse.move(canvas["x"] + x, canvas["y"] + 44)
        if screen.page.locator("[data-test=values]").inner_text().startswith("g 0 "):
            break
    screen.expect_board(START)
    screen.says("story", "Taken at step 1.")


STORIES = {
    "astar@manhattan": {
        1: "Took f = 10, the least; four children wait.",
        9: "Took f = 12, the least; 5 others have the same, so the deepest goes first, then the newest; two children wait.",
        44: "Took the goal: with f = 14 it is the least.",
    },
    "greedy@manhattan": {2: "Took h = 9, the least; another one has the same, so the oldest goes first; two children wait."},
    "bfs": {1: "Took the oldest in the queue, at depth 0; four children wait."},
    "idastar@manhattan": {
        1: "A new round: everything with f up to the bound 10 is walked, from the start.",
        2: "Went down: f = 10 is within the bound 10; turned back from two children.",
        7: "A new round: everything with f up to the bound 12 is walked, from the start; turned back from one child.",
    },
    "hill@manhattan&seed=1": {1: "Stepped to the neighbour with the least h = 10."},
}


@pytest.mark.parametrize("method", STORIES)
def test_every_step_is_told_in_a_sentence(visit: Open, method: str) -> None:
    screen = visit(f"{ADDRESS}&method={method}")
    screen.says("story", "Nothing is taken yet: the start waits.")
    for step, story in STORIES[method].items():
        screen.page.get_by_label("Position").fill(str(step))
        screen.says("story", story)


def test_what_is_put_aside_says_why(visit: Open) -> None:
    screen = visit(f"{ADDRESS}&method=idastar@manhattan&at=2")
    screen.says("step", re.compile(r"^2 / \d"))
    tree = screen.page.get_by_role("application")
    tree.focus()
    screen.press("ArrowUp", "ArrowUp")  # the node at hand, then its parent
    screen.expect_board(START)
    screen.press("ArrowDown")
    screen.says("story", "Struck through: f = 12 is beyond the bound 10.")
    screen.press("ArrowRight", "ArrowRight")
    screen.says("story", "Taken at step 2.")
    screen.press("ArrowUp", "Enter")
    screen.says("step", re.compile(r"^1 / \d"))
    eventually(tree).to_have_attribute("aria-label", "Search tree of IDA* · Manhattan, step 1 of 87")


def test_a_board_that_is_known_already_says_where(visit: Open) -> None:
    # Six moves round a square of four cells, one way or the other, end in the same board.
    screen = visit("#/watch?board=1,2,3/4,0,6/7,5,8&goal=first&method=bfs&record=1000&draw=tree&at=47")
    screen.says("story", "Took the oldest in the queue, at depth 5; one child waits, one was already known.")
    screen.page.get_by_role("application").focus()
    screen.press("ArrowUp", "ArrowDown")  # the node at hand, then its first child
    screen.says("story", "Struck through: its board was reached before, in 6 moves.")


def test_pseudocode_runs_beside_it_line_by_line(visit: Open) -> None:
    screen = visit(f"{ADDRESS}&method=astar@manhattan&at=1")
    screen.says("step", "1 / 44")
    lit = screen.page.locator("[aria-current=step]")
    variables = screen.page.locator("[data-test=variables]")
    eventually(lit).to_contain_text("least f")
    eventually(variables).to_contain_text("frontier")
    screen.click("Line", "radio")
    screen.says("step", re.compile(r"^\d+ / 3\d\d$"))
    seen = [lit.inner_text()]
    for _ in range(5):
        screen.press("ArrowRight")
        seen.append(lit.inner_text())
    assert [words.split()[0] for words in seen] == ["n", "if", "for", "c", "if", "for"]
    assert variables.locator("dt").all_inner_texts()[:2] == ["n", "c"]
    screen.is_at("by=line")
    screen.click("Node", "radio")
    screen.says("step", "1 / 44")


def test_iterations_are_shown_one_at_a_time(visit: Open) -> None:
    screen = visit(f"{ADDRESS}&method=idastar@manhattan&at=1")
    rounds = screen.page.get_by_role("group", name="Iterations").get_by_role("button")
    eventually(rounds).to_have_text(["bound 10: 6 nodes", "bound 12: 21 nodes", "bound 14: 60 nodes"])
    eventually(rounds.nth(0)).to_have_attribute("aria-pressed", "true")
    rounds.nth(2).click()
    screen.says("step", "28 / 87")
    eventually(rounds.nth(2)).to_have_attribute("aria-pressed", "true")


PAINTED = """() => {
    const canvas = document.querySelector('canvas');
    const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
    let inked = 0;
    for (let at = 3; at < data.length; at += 4) inked += data[at] > 0;
    return inked;
}"""


@pytest.mark.parametrize("key", ["+", "-"])
def test_zooming_never_ends_in_a_blank_stage(visit: Open, key: str) -> None:
    screen = visit(f"{ADDRESS}&method=astar@manhattan&at=20")
    screen.says("step", "20 / 44")
    for _ in range(14):
        screen.press(key)
    screen.page.wait_for_function(f"() => ({PAINTED})() > 40")
    canvas = screen.page.locator("canvas").first.bounding_box()
    assert canvas is not None
    for _ in range(6):  # nor does dragging it away
        screen.page.mouse.move(canvas["x"] + 60, canvas["y"] + 200)
        screen.page.mouse.down()
        screen.page.mouse.move(canvas["x"] + 700, canvas["y"] + 420, steps=3)
        screen.page.mouse.up()
    screen.page.wait_for_function(f"() => ({PAINTED})() > 40")


def test_thousands_are_drawn_as_a_map(visit: Open) -> None:
    screen = visit("#/watch?board=8,6,7/2,5,4/3,0,1&method=astar@manhattan&record=3000&at=3000")
    screen.says("step", "3,000 / 3,000")
    eventually(screen.page.get_by_role("radio", name="Map")).to_have_attribute("aria-checked", "true")
    screen.page.wait_for_function(f"() => ({PAINTED})() > 5000")
    screen.keep("watch-map")
    screen.click("Tree", "radio")
    screen.page.locator("[data-test=minimap]").wait_for()
    screen.is_at("draw=tree")


def test_colours_show_what_steers(visit: Open) -> None:
    for method, name in (("astar@manhattan", "f"), ("greedy@manhattan", "h"), ("ucs", "g")):
        screen = visit(f"{ADDRESS}&method={method}")
        wait_for_all(screen)
        eventually(screen.page.get_by_role("radio", name=name, exact=True)).to_have_attribute("aria-checked", "true")


def test_two_methods_on_one_timeline(visit: Open) -> None:
    screen = visit(f"{ADDRESS}&method=astar@manhattan&twin=bfs&record=1000&at=1000")
    screen.says("step", "1,000 / 1,000")
    generated = screen.page.locator("[data-test=generated]")
    eventually(generated.nth(0)).to_have_text("75 nodes generated, done after 43 expansions")
    screen.says("ratio", re.compile(r"^Breadth-first has generated 2\d(\.\d+)? times as many nodes\.$"))
    screen.page.get_by_label("Position").fill("43")
    screen.says("ratio", re.compile(r"^Breadth-first has generated 1(\.\d+)? times as many nodes\.$"))
    screen.click("One method")
    screen.page.wait_for_function("() => !location.hash.includes('twin')")
    screen.says("story", re.compile("^Took f = 14"))


TOLD = {
    "dwastar@manhattan": "Took g \\+ v h = ",
    "epsilon@manhattan": "Took h = .* of all with f ≤ ",
    "ara@manhattan": "Took g \\+ w h = ",
    "epea@manhattan": "Took the value ",
    "sma@manhattan&memory_nodes=20": "Took the value .* forgotten",
    "dfbnb@manhattan": "Went down: f = .* within the bound 15; one child waits",
    "bfida@manhattan": "Took the next board of the layer",
    "lrta@manhattan": "Stepped to the neighbour .* learned",
    "annealing@manhattan&seed=3": "(A random|The) move",
    "rbfs@manhattan": "Went on .*; it was left before",
}
"""What is said of some step of each search."""


def test_every_search_tells_what_waits_and_what_became_of_the_rest(visit: Open) -> None:
    screen = visit()
    for method, told in TOLD.items():
        screen.open(f"{ADDRESS}&method={method}")
        wait_for_all(screen)
        story = screen.page.locator("[data-test=story]")
        for _ in range(60):
            screen.press("ArrowRight")
            if re.search(told, story.inner_text()):
                break
        assert re.search(told, story.inner_text()), method


def test_what_is_too_deep_is_struck_through(visit: Open) -> None:
    screen = visit("#/watch?board=1,2,3/8,5,0/4,7,6&method=bfs&depth=5&at=33")
    screen.says("step", "33 / 33")
    screen.page.get_by_role("application").focus()
    screen.press("ArrowDown", "ArrowDown")  # the node at hand, then its first child
    screen.says("story", "Struck through: at depth 5, the limit, nothing is expanded.")
    eventually(screen.page.get_by_label("Depth", exact=True)).to_have_value("5")


def test_the_second_method_has_options_too(visit: Open) -> None:
    screen = visit()
    asked: list[Any] = []
    screen.page.on("request", lambda one: asked.append(one.post_data_json) if one.url.endswith("/solve") else None)
    screen.open(f"{ADDRESS}&method=wastar@manhattan&weight=3/2&twin=wastar@manhattan&twin.weight=5&twin.depth=20")
    screen.says("ratio", re.compile("same|as many|weight"))  # once both were asked for
    assert [(one["weight"], one["limits"].get("depth")) for one in asked] == [("3/2", None), ("5", 20)]
    second = screen.page.get_by_role("group", name="Second method")
    second.get_by_label("Weight", exact=True).fill("7")
    screen.is_at("twin.weight=7")
    screen.is_at("&weight=3/2")
    screen.says("ratio", re.compile("same|as many|weight"))


def test_variables_light_up_where_they_change(visit: Open) -> None:
    screen = visit("#/learn/astar")
    screen.says("step", re.compile(r"^0 / [1-9]"))
    lit = screen.page.locator("[aria-current=step] b")
    changed = screen.page.locator("[data-test=variables] .changed dt")
    in_code, in_list = set(), set()
    for _ in range(8):
        screen.press("ArrowRight")
        in_code.update(lit.all_inner_texts())
        in_list.update(changed.all_inner_texts())
    assert in_code == in_list == {"n", "c", "frontier"}


def test_what_is_over_at_once_has_no_empty_chart(visit: Open) -> None:
    screen = visit("#/watch?board=1,2,3/4,5,6/7,0,8&method=optimal")
    screen.says("quick", re.compile("^It was over before"))
    screen.says("verdict", "1 move, proven shortest")
    bounds = screen.page.locator("[data-test=bounds]")
    eventually(bounds.locator("tbody tr")).to_have_count(1)
    eventually(bounds.locator("svg")).to_have_count(0)


def test_a_quiz_asks_which_node_is_next(visit: Open, service: Service) -> None:
    rows = trace(service, "astar@manhattan")
    screen = visit(f"{ADDRESS}&method=astar@manhattan&predict=1")
    choices = screen.page.locator("[data-node]")
    choices.nth(3).wait_for()
    right = ",".join(map(str, rows[1][6]))
    choices.filter(has=screen.page.locator(f"[data-board='{right}']")).click()
    screen.says("judged", re.compile(r"^Right\. Took f = 10, the least"))
    screen.says("score", "1 of 1 right")
    screen.click("Next question")
    wrong = ",".join(map(str, rows[2][6]))
    choices.filter(has_not=screen.page.locator(f"[data-board='{wrong}']")).first.click()
    screen.says("judged", re.compile(r"^No\. Took f = "))
    screen.says("score", "1 of 2 right")
    eventually(screen.page.locator("main table").first).not_to_contain_text("next")
    screen.keep("watch-predict")


def test_methods_without_a_tree_show_their_bounds(visit: Open) -> None:
    screen = visit("#/watch?board=8,1,3/4,0,2/7,6,5&method=optimal")
    screen.says("verdict", "14 moves, proven shortest")
    bounds = screen.page.locator("[data-test=bounds]")
    eventually(bounds.locator("tbody tr").last).to_contain_text("14")
    screen.page.get_by_label("Algorithm").select_option("astar")
    screen.says("step", re.compile("^0 / 44$"))


def test_there_is_no_link_to_a_solution_that_does_not_exist(visit: Open) -> None:
    screen = visit("#/watch?board=8,1,3/4,0,2/7,6,5&method=dls&depth=3")
    screen.says("verdict", "No solution found")
    eventually(screen.page.get_by_role("link", name="See the solution")).to_have_count(0)


def test_a_search_that_goes_on_is_not_called_whole(visit: Open) -> None:
    hard = "15,14,8,12/10,11,9,13/2,6,1,5/3,7,4,0"
    screen = visit(f"#/watch?board={hard}&method=idastar@misplaced&record=100")
    screen.says("capped", re.compile(r"^(Recording the search|Searching: \d+ of [\d,]+ expansions so far are shown\.)"))
    screen.says("step", re.compile(r"^0 / 100$"))
    screen.says("capped", re.compile(r"^Searching: 100 of [\d,]+ expansions so far are shown\."))


def test_the_heuristic_is_drawn_on_the_board(visit: Open) -> None:
    screen = visit(f"{ADDRESS}&method=astar@manhattan")
    screen.says("step", "0 / 44")
    badges = screen.page.locator(".badge")
    eventually(badges).not_to_have_count(0)
    assert sum(map(int, badges.all_inner_texts())) == 10
    screen.page.get_by_label("Show the heuristic on the board").select_option("misplaced")
    eventually(badges).to_have_text(["1"] * 5)
    screen.expect_board(START)


def test_the_address_restores_the_step(visit: Open) -> None:
    screen = visit(ADDRESS)
    screen.says("step", "0 / 44")
    for _ in range(7):
        screen.press("ArrowRight")
    screen.says("step", "7 / 44")
    board = screen.board()
    other = visit("#" + screen.page.url.partition("/#")[2])
    other.says("step", "7 / 44")
    other.expect_board(board)
