#!/usr/bin/env python3
"""Draws what refers to what: igata schema | ./graph.py | dot -Tsvg > graph.svg"""
import json
import sys

schema = json.load(sys.stdin)
if schema["format"] != 2:
    sys.exit(f"graph.py reads format 2 of igata schema, and this is {schema['format']}")

print("digraph schema {")
print("  node [shape=record];")
for model in schema["models"]:
    fields = "\\l".join(field["name"] for field in model["fields"])
    print(f'  "{model["name"]}" [label="{{{model["name"]}|{fields}\\l}}"];')
    for key in model["foreignKeys"]:
        style = "dashed" if key["onDelete"] == "nullify" else "solid"
        print(f'  "{model["name"]}" -> "{key["model"]}" [label="{key["field"]}", style={style}];')
print("}")
