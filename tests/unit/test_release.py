# SPDX-License-Identifier: MIT
"""What a release says of itself in several places is said alike."""

import re
import tomllib
from importlib import metadata
from pathlib import Path

import taquin

ROOT = Path(__file__).parents[2]


def test_one_version() -> None:
    assert metadata.version("taquin") == taquin.__version__
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {taquin.__version__}\n" in citation
    assert f"taquin {taquin.__version__} (" in (ROOT / "docs" / "versioning.md").read_text(encoding="utf-8")


def test_wheels_are_built_for_every_python_that_is_promised() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    promised = [
        match[1]
        for text in project["project"]["classifiers"]
        if (match := re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", text))
    ]
    assert project["project"]["requires-python"] == f">={promised[0]}"
    built = [f"cp{version.replace('.', '')}-*" for version in promised]
    assert project["tool"]["cibuildwheel"]["build"] == built


def test_no_wheel_for_others_lacks_the_core() -> None:
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    settings = tool["cibuildwheel"]
    for place in (settings, settings["macos"]):  # which replaces the environment of all
        assert place["environment"]["TAQUIN_REQUIRE_CORE"] == "1"
    fallback = next(each for each in tool["scikit-build"]["overrides"] if each["if"].get("failed"))
    assert fallback["if"]["env"] == {"TAQUIN_REQUIRE_CORE": False, "CIBUILDWHEEL": False}


def test_whoever_reports_a_defect_is_asked_for_the_doctor() -> None:
    for name in ("bug", "slow"):
        assert "taquin doctor" in (ROOT / ".github" / "ISSUE_TEMPLATE" / f"{name}.yml").read_text(encoding="utf-8")
