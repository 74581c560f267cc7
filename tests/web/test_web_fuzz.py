# SPDX-License-Identifier: MIT
"""Random requests made from the API's own description, good and bad: no crash, no undocumented answer."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance, status_code_conformance
from tests.waiting import HANGS
from tests.web.serving import Service

from taquin.web.app import create_app

DESCRIPTION = create_app().openapi()
SCHEMA = schemathesis.openapi.from_dict(DESCRIPTION)
OPERATIONS = [(path, method) for path, methods in DESCRIPTION["paths"].items() for method in methods]
CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
EXAMPLES = 40


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_requests_from_the_description(service: Service, path: str, method: str, mode: GenerationMode) -> None:
    operation = SCHEMA[path][method.upper()]
    if mode is GenerationMode.NEGATIVE and not any((operation.body, operation.path_parameters, operation.query)):
        pytest.skip("there is nothing to get wrong")

    @settings(max_examples=EXAMPLES, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode))
    def send(case: Any) -> None:
        case.call_and_validate(base_url=service.url, checks=CHECKS, timeout=HANGS)

    send()
    assert service.get("/catalog").status_code == 200
