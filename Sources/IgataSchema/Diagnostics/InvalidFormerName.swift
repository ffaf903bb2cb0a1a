public import IgataDiagnostics

extension DiagnosticKind {
  public static let invalidFormerName = DiagnosticKind(
    "invalid-former-name",
    """
    `@renamed` has a name that can't be the former one.

    It takes the name that the schema had, and not that of the table or the column: the tool knows which they were.
    A model and a field have one former name. A case can have several, because the rows of several cases can become
    those of one: `@renamed(from: "visa", "mastercard")`. A field of a model can come from another model, whose name
    then goes before its own: `@renamed(from: "Account.note")`.
    """,
    example: """
      model Account {
        id: UUID = uuid() @primaryKey
        note: String = "" @renamed(from: "account comment")
      }
      """,
    fix: .replacing(#""account comment")"#, with: #""accountComment")"#))
}

extension Diagnostic {
  static func invalidFormerName(_ text: String, at range: SourceRange, of target: AttributeKind.Target) -> Diagnostic {
    Diagnostic(
      .invalidFormerName, "\(quoted(text)) can't be the name of \(target.rawValue)", at: range,
      help: target == .modelField
        ? "write its name in the schema, or \"Model.field\" for one that moved here" : "write its name in the schema")
  }

  static func secondFormerName(_ name: FormerName, of target: AttributeKind.Target) -> Diagnostic {
    Diagnostic(
      .invalidFormerName, "\(target.rawValue) has one former name", at: name.range,
      help: "remove the others; only a case can take the rows of several")
  }

  static func repeatedFormerName(_ name: FormerName, first: SourceRange) -> Diagnostic {
    Diagnostic(
      .invalidFormerName, "'\(name.text)' is given twice", at: name.range, help: "remove one of them",
      related: [.init(first, "the first one is here")])
  }

  static func movedFormerName(
    _ text: String, at range: SourceRange, of target: AttributeKind.Target, name: String
  ) -> Diagnostic {
    Diagnostic(
      .invalidFormerName, "\(target.rawValue) can't come from another declaration, as \(quoted(text)) does", at: range,
      help: "write the name alone: \"\(name)\"",
      fixes: [Fix(title: "write \"\(name)\"", range: range, replacement: "\"\(name)\"", isSafe: false)])
  }
}
