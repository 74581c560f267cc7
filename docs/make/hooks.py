# SPDX-License-Identifier: MIT
"""What mkdocs calls while it builds: the generated pages, what the code tells, and the app beside them."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))  # mkdocs loads this file by its path

from docs.make.markdown import APP  # noqa: E402
from docs.make.pages import filled, generated, within  # noqa: E402

from taquin.web.site import write_site  # noqa: E402


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put every search and heuristic below its table of contents."""
    for entry in config.nav or []:
        for title, page in list(entry.items()):
            if page in ("searches/index.md", "heuristics/index.md"):
                folder = page.partition("/")[0]
                entry[title] = [page, *(path for path in generated() if path.startswith(f"{folder}/"))]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that no file holds."""
    for path, content in generated().items():
        files.append(File.generated(config, path, content=content))
    for picture in sorted((ROOT / "experiments").glob("*/*.png")):
        files.append(File.generated(config, picture.relative_to(ROOT).as_posix(), abs_src_path=str(picture)))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Put in what the code tells, and keep links within the site."""
    return within(filled(markdown), page.file.src_uri.count("/"))


def on_post_build(config: MkDocsConfig) -> None:
    """Put the app into its folder of the site."""
    app = Path(config.site_dir) / APP
    shutil.rmtree(app, ignore_errors=True)
    write_site(app)
