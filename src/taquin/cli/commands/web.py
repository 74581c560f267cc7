# SPDX-License-Identifier: MIT
"""`taquin web`: the app in a browser."""

from __future__ import annotations

from pathlib import Path

import click

from taquin.cli.options import whole_number
from taquin.errors import InputError

EPILOG = """\b
Ctrl-C stops the server and every search. It listens on this machine only,
unless --host says otherwise; then every request needs the token that is printed
(plain HTTP: put a proxy with TLS before it on a network you do not trust).

\b
Examples:
  taquin web
  taquin web --port 8080 --no-browser
  taquin web --export site
  taquin web --host 0.0.0.0 --token "$(cat token.txt)"
"""


@click.command("web", epilog=EPILOG)
@click.option("--host", metavar="ADDRESS", help="Listen here (default: 127.0.0.1, this machine only).")
@click.option("--port", type=whole_number(0, 65535), metavar="N", help="Port (default: 8765, or a free one; 0 for a free one).")
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option("--token", metavar="TEXT", help="What every request must show; made up beyond this machine if you give none.")
@click.option(
    "--export",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write the app as files that any web host can serve, without this server, and stop.",
)
def web_command(host: str | None, port: int | None, no_browser: bool, token: str | None, export: Path | None) -> int:
    """Play, solve, watch and race in a browser."""
    if export is not None:
        return _export(export)
    try:
        from taquin.web.server import LOOPBACK, Address, make_server, page_url, secure
        from taquin.web.settings import Settings
    except ModuleNotFoundError as error:
        raise InputError(f"the web app needs the module {error.name}; install it with: pip install 'taquin[web]'") from None

    address = Address(LOOPBACK if host is None else host, port)
    settings = secure(Settings(), address, token)
    with address.listen() as listener:
        url = page_url(address, listener.getsockname()[1], settings.token)
        server = make_server(settings, lambda: _welcome(url, not no_browser))
        try:
            server.run(sockets=[listener])
        except KeyboardInterrupt:
            click.echo("Stopped")
    return 0


def _export(folder: Path) -> int:
    """Write the app as a folder of files."""
    from taquin.web.site import write_site

    files = write_site(folder)
    size = sum(path.stat().st_size for path in files)
    click.echo(f"Wrote {len(files)} files, {size / 1e6:.1f} MB, to {folder}. To try it: python -m http.server -d {folder}")
    return 0


def _welcome(url: str, browser: bool) -> None:
    """Say where the app is, and show it."""
    click.echo(f"Taquin is at {url}\nCtrl-C stops it.")
    if browser:
        import threading
        import webbrowser

        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
