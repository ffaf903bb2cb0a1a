"""Writes the class of each character of schemas, as the lexer for Pygments has it. Each line of the file $FILES is a
number and the path of a schema; the classes are written to NUMBER.txt in the folder $OUTPUT."""

import os
import runpy

from pygments.token import Comment, Keyword, Name, Number, Operator, String

lexer = runpy.run_path(os.path.join(os.environ["EDITORS"], "pygments", "igata.py"))["IgataLexer"]()
classes = [
    (String.Doc, "documentation"), (String, "string"), (Comment, "comment"), (Number, "number"), (Operator, "operator"),
    (Keyword.Type, "builtin"), (Keyword, "keyword"), (Name.Builtin, "function"), (Name.Label, "parameter"),
    (Name.Decorator, "decorator"),
]
with open(os.environ["FILES"], encoding="utf-8") as files:
    for line in files:
        number, path = line.rstrip("\n").split(" ", 1)
        with open(path, "rb") as schema:
            text = schema.read().decode("utf-8", "replace")
        offset = 0
        with open(os.path.join(os.environ["OUTPUT"], number + ".txt"), "w", encoding="utf-8") as output:
            for _, token, value in lexer.get_tokens_unprocessed(text):
                found = next((name for kind, name in classes if token in kind), "name")
                for character in value:
                    end = offset + len(character.encode("utf-8"))
                    if not character.isspace() and character != "\ufeff":
                        output.write(f"{offset}..<{end} {found}\n")
                    offset = end
