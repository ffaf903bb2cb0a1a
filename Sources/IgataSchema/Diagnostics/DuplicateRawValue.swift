public import IgataDiagnostics

extension DiagnosticKind {
  public static let duplicateRawValue = DiagnosticKind(
    "duplicate-raw-value",
    """
    Two cases of an enum are stored as the same value.

    A case without a raw value is stored as its name or, in an enum of integers, as the number after the previous
    case's, so it can implicitly have the same value as another case.
    """,
    example: """
      enum Level: Int16 {
        case middle = 1
        case low = 0
        case high
      }
      """,
    fix: .replacing("high", with: "high = 2"))
}

extension Diagnostic {
  static func duplicateRawValue(
    _ value: EnumType.RawValue, at range: SourceRange, isWritten: Bool, first: SourceRange
  ) -> Diagnostic {
    let shown =
      switch value {
      case .string(let text): quoted(text)
      case .integer(let number): "\(number)"
      }
    return Diagnostic(
      .duplicateRawValue, "two cases are stored as \(shown)", at: range,
      help: isWritten ? "choose another value" : "write the value of this case",
      related: [.init(first, "the first one is here")])
  }
}
