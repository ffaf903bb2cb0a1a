"""A lexer for schemas of Igata, for Pygments.

Made by a test from the words of the language: change the template, Tests/Editors/Templates/igata.py.mustache.
For one file: pygmentize -x -l igata.py:IgataLexer FILE
"""

from pygments.lexer import RegexLexer, bygroups, include
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, Punctuation, String, Whitespace

__all__ = ["IgataLexer"]

# The letters of names beyond ASCII. Their exact ranges are in IdentifierScalars; these leave out punctuation.
LETTER = (
    "[^\x00-\u00a7\u00d7\u00f7\u2010-\u203e\u2190-\u245f\u2500-\u2775\u3000-\u3003\u3008-\u3020"
    "\ufeff-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]"
)
INNER = f"(?:[A-Za-z0-9_]|{LETTER})"
NAME = f"(?:(?:[A-Za-z_]|{LETTER}){INNER}*|`[^`\n]*`)"
END = f"(?!{INNER})"


class IgataLexer(RegexLexer):
    """Schemas of Igata."""

    name = "Igata"
    aliases = ["igata"]
    filenames = ["*.igata"]

    tokens = {
        "root": [
            include("trivia"),
            include("attribute"),
            (rf"(enum)([ \t]+)({NAME})", bygroups(Keyword.Declaration, Whitespace, Name.Class), "enum"),
            (rf"(struct|model)([ \t]+)({NAME})", bygroups(Keyword.Declaration, Whitespace, Name.Class), "record"),
            (rf"(type)([ \t]+)({NAME})", bygroups(Keyword.Declaration, Whitespace, Name.Class), "type"),
            include("reserved"),
            include("values"),
        ],
        "trivia": [
            (r"\ufeff", Whitespace),
            (r"\s+", Whitespace),
            (r"///(?!/).*", String.Doc),
            (r"//.*", Comment.Single),
            (r"/\*", Comment.Multiline, "comment"),
            (r"'[^'\"\n]*'", Error),
        ],
        "comment": [
            (r"[^*/]+", Comment.Multiline),
            (r"/\*", Comment.Multiline, "#push"),
            (r"\*/", Comment.Multiline, "#pop"),
            (r"[*/]", Comment.Multiline),
        ],
        "plain": [
            include("trivia"),
            (r'"""(?:\\(?s:.)|(?!""")[^\\])*(?:"""|\Z)', String),
            (r'"(?:\\.|[^"\\\n])*(?:"|\\?$)', String),
            (
                r"(?:0[xXbBoO]|[\uff10-\uff19]|[0-9][0-9_]*(?:\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9][0-9_]*)?)"
                + INNER
                + "*",
                Number,
            ),
            (r"\.\.[.<]|==|!=|<|<=|>|>=|&&|\|\||[-=?!]", Operator),
        ],
        "names": [(NAME, Name), (r".", Punctuation)],
        # A line with another declaration ends this one while its body is missing.
        "head": [
            (r"^(?=\s*(?:enum|type|struct|model)\s)", Whitespace, "#pop"),
            include("attribute"),
            include("plain"),
        ],
        "enum": [
            (r"(:)", Punctuation, "rawType"),
            (r"\{", Punctuation, ("#pop", "cases")),
            include("head"),
            include("names"),
        ],
        "rawType": [(r"(?=[@{\n])", Whitespace, "#pop"), include("types")],
        "cases": [
            (r"\}", Punctuation, "#pop"),
            include("attribute"),
            (rf"(case)([ \t]+)({NAME})", bygroups(Keyword.Declaration, Whitespace, Name.Constant)),
            include("reserved"),
            include("plain"),
            include("names"),
        ],
        "record": [
            (r"\{", Punctuation, ("#pop", "members")),
            include("head"),
            include("names"),
        ],
        "members": [
            (r"\}", Punctuation, "#pop"),
            include("trivia"),
            include("attribute"),
            (rf"(let)([ \t]+)(?={NAME})", bygroups(Keyword.Declaration, Whitespace)),
            include("reserved"),
            (
                r"(primaryKey|unique|index|check|distribute)(\s*)(\()",
                bygroups(Keyword.Declaration, Whitespace, Punctuation),
                "constraint",
            ),
            (r"reference(?=[ \t]*(?:$|//|/\*|@|\}))", Keyword.Declaration),
            (
                rf"({NAME})(\s*)(/\*.*?\*/)?(\s*)(:)",
                bygroups(Name.Variable.Instance, Whitespace, Comment.Multiline, Whitespace, Punctuation),
                "fieldType",
            ),
            include("values"),
        ],
        "fieldType": [(r"(?=[=@}\n])", Whitespace, "#pop"), include("types")],
        "type": [(r"(?=\n)", Whitespace, "#pop"), include("attribute"), include("types")],
        "types": [
            include("plain"),
            (r"(?:Bool|Int16|Int32|Int64|Int|Float|Double|Decimal|Currency|Fixed|String|Data|Date|Day|UUID|URL|JSON)" + END, Keyword.Type),
            (r"\[", Punctuation, "typeList"),
            (r"\(", Punctuation, "arguments"),
            include("names"),
        ],
        "typeList": [(r"\]", Punctuation, "#pop"), (r"(?=\})", Whitespace, "#pop"), include("types")],
        "attribute": [
            # The names of lint rules have hyphens.
            (r"(@\s*allow)(\s*)(\()", bygroups(Name.Decorator, Whitespace, Punctuation), "rules"),
            (
                rf"(@\s*{NAME}(?:\.{NAME})*)(\s*)(\()",
                bygroups(Name.Decorator, Whitespace, Punctuation),
                "arguments",
            ),
            (rf"@(?:\s*{NAME})?", Name.Decorator),
        ],
        "rules": [
            (r"\)", Punctuation, "#pop"),
            (r"(?=\})", Whitespace, "#pop"),
            include("trivia"),
            (rf"{NAME}(?:-{NAME})*", Name.Constant),
            include("values"),
        ],
        "reserved": [(rf"(reserved)([ \t]+)(?={NAME})", bygroups(Keyword.Declaration, Whitespace))],
        "constraint": [
            (rf"({NAME})([ \t]+)(desc){END}", bygroups(Name, Whitespace, Keyword)),
            (rf"(?<=\))(\s*)(desc){END}", bygroups(Whitespace, Keyword)),
            include("arguments"),
        ],
        "arguments": [
            (r"\)", Punctuation, "#pop"),
            (r"(?=\})", Whitespace, "#pop"),
            include("trivia"),
            (rf"({NAME})(\s*)(:)", bygroups(Name.Label, Whitespace, Punctuation)),
            include("values"),
        ],
        "values": [
            include("plain"),
            (
                r"(\.)(\s*)(isIn)(?=\s*\()",
                bygroups(Punctuation, Whitespace, Name.Builtin),
            ),
            # A dot after a name or a parenthesis is followed by a field.
            (rf"(?<![A-Za-z0-9_`).])(?<!{LETTER})(\.)(\s*)({NAME})", bygroups(Punctuation, Whitespace, Name.Constant)),
            (rf"(?:uuid|uuid7|cuid|ulid|now|autoincrement|sql|lower|length)(?=\s*\()", Name.Builtin),
            (rf"(?:true|false|nil){END}", Keyword.Constant),
            (r"\(", Punctuation, "arguments"),
            (r"\[", Punctuation, "list"),
            (r"\{", Punctuation, "object"),
            include("names"),
        ],
        "list": [(r"\]", Punctuation, "#pop"), (r"(?=\})", Whitespace, "#pop"), include("values")],
        "object": [(r"\}", Punctuation, "#pop"), include("json")],
        "objectList": [(r"\]", Punctuation, "#pop"), (r"(?=\})", Whitespace, "#pop"), include("json")],
        "json": [
            (rf"null{END}", Keyword.Constant),
            (r"\[", Punctuation, "objectList"),
            include("values"),
        ],
    }
