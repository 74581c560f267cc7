# SPDX-License-Identifier: MIT
"""The web app: an API over the package and the built front end, on this machine.

::

    request ──> security (host, origin, token) ──> request_limits (size, number, time) ──> app (routes, pages of the front end)
                                                                                            │
                                                  board_service (short work on boards)      │
                                                                  │                   jobs (searches, their events and results)
                                                                  └────────── pool ─────────┘
                                                                (queue, a thread for each running task)
                                                                                │
                                                     taquin.worker (a process): a question, or a task of service.boards

What is asked and answered is `taquin.service`; here it is carried over HTTP.
The server itself computes nothing that takes longer than a few milliseconds: searches, heuristics, scrambles and downloads run
in worker processes (`taquin.worker`), which give way to it, are bounded in memory and can be killed.

The API is versioned under `/api/v1` and described by `/api/openapi.json`; `docs/api.md` shows it by example. Its vocabulary is
that of `taquin solve --json`: boards are lists of rows, moves name the direction of the blank. Methods, heuristics and
engines are taken by their registered names only, never as `module:function` or a path. In short:

- `GET catalog`, `GET sets/{name}/{id}`: what there is
- `POST parse`, `check`, `explain`, `scramble`, `hint`: questions about a board, answered at once
- `POST solve`: a search; `GET` and `DELETE jobs/{id}`; `WS jobs/{id}/events`; `GET jobs/{id}/solution.{json|txt|gif}`
- every error: `{"error": {"message", "field", "row", "column"}}`
"""
