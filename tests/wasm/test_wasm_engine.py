# SPDX-License-Identifier: MIT
"""The core in a page gives what the native one gives, to the digit; and what else a page expects of it."""

from typing import Any

import pytest
from tests.wasm import in_page
from tests.wasm.questions import GROUPS, questions
from tests.wasm.rows import row

from taquin.engines import ENGINES, choose_engine
from taquin.errors import EngineError
from taquin.question import ask

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wasm in Node")]  # no other process waits for the one run of Node


@pytest.mark.parametrize("group", GROUPS)
def test_same_answers_as_native(group: str, page: dict[str, Any]) -> None:
    asked = questions()[group]
    answers = page["rows"][group]
    assert len(answers) == len(asked)
    for question, answer in zip(asked, answers, strict=True):
        assert isinstance(answer, dict), f"{question}\n{answer}"
        assert answer == row("native", question), question


@pytest.mark.parametrize("name", in_page.checks())
def test_in_a_page(name: str, page: dict[str, Any]) -> None:
    assert page["checks"][name] is None, page["checks"][name]


def test_outside_a_page_it_says_so() -> None:
    assert ENGINES["wasm"].missing() == "it runs in a web page only; native is the same core"
    with pytest.raises(EngineError, match="engine wasm cannot run optimal: it runs in a web page only"):
        choose_engine(ask("1 2 3 / 4 0 6 / 7 5 8", engine="wasm"))
