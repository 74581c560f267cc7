# SPDX-License-Identifier: MIT
"""Write the page's types of requests, answers and events from the description that the server gives of itself.

A test compares what is written here with what is committed, so a field that only one side knows does not land.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from taquin.web.app import create_app

Schema = dict[str, Any]

TARGET = Path(__file__).parent / "src" / "lib" / "wire.ts"
HEAD = """// SPDX-License-Identifier: MIT
/** Requests, answers and events as the server describes them. Made by `frontend/make_types.py`: change its models instead. */
"""
NAMES = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def type_of(schema: Schema) -> str:
    """Return the type that a schema describes."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for word in ("anyOf", "oneOf"):
        if word in schema:
            return " | ".join(dict.fromkeys(type_of(part) for part in schema[word]))
    if "const" in schema or "enum" in schema:
        return " | ".join(quoted(value) for value in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        return array_of(schema)
    if schema.get("type") == "object":
        return object_of(schema)
    return NAMES[schema["type"]] if "type" in schema else "unknown"


def quoted(value: object) -> str:
    """Return a literal."""
    return f"'{value}'" if isinstance(value, str) else json.dumps(value)


def array_of(schema: Schema) -> str:
    """Return the type of a list: of a tuple where its places differ, or there are two of them."""
    if "prefixItems" in schema:
        return f"[{', '.join(map(type_of, schema['prefixItems']))}]"
    item = type_of(schema["items"])
    if schema.get("minItems") == schema.get("maxItems") == 2:
        return f"[{item}, {item}]"
    return f"({item})[]" if " | " in item and not item.startswith("[") else f"{item}[]"


def object_of(schema: Schema, indent: str = "  ") -> str:
    """Return the type of an object with its fields, or of a dictionary."""
    if "properties" not in schema:
        values = schema.get("additionalProperties")
        return f"Record<string, {type_of(values) if isinstance(values, dict) else 'unknown'}>"
    required = schema.get("required", [])
    lines = []
    for name, part in schema["properties"].items():
        if "description" in part:
            lines.append(f"{indent}/** {part['description']} */")
        # What a request may leave out need not be null as well.
        kind = type_of(part) if name in required or "default" in part else type_of(part).removesuffix(" | null")
        lines.append(f"{indent}{name}{'' if name in required else '?'}: {kind};")
    return "\n".join(["{", *lines, indent[:-2] + "}"])


def declaration(name: str, schema: Schema) -> str:
    """Declare one of the described types."""
    comment = f"/** {schema['description']} */\n" if "description" in schema else ""
    if schema.get("type") == "object":
        return f"{comment}export interface {name} {object_of(schema)}\n"
    return f"{comment}export type {name} = {type_of(schema)};\n"


def types() -> str:
    """Return the whole file."""
    schemas = create_app().openapi()["components"]["schemas"]
    limits = schemas["SolveRequest"]["properties"]["limits"]  # the one form within another
    schemas["SolveRequest"]["properties"]["limits"] = {"$ref": f"/{limits['title']}"}
    described = sorted((schemas | {limits["title"]: limits}).items())
    return HEAD + "".join(f"\n{declaration(name, schema)}" for name, schema in described)


if __name__ == "__main__":
    TARGET.write_text(types())
