import IgataDiagnostics
import IgataSyntax

/// The default that an attribute of another language declares: `@default(uuid())`, `@autoincrement`.
///
/// - Returns: The default to write after the type, or `nil` if it can't be determined.
func meantDefault(by syntax: AttributeSyntax) -> String? {
  switch asciiLowercase(syntax.name.text) {
  case "autoincrement", "autoincremented", "auto_increment", "generatedvalue", "identity", "generated":
    return "autoincrement()"
  case "default", "defaultvalue", "columndefault":
    guard let arguments = syntax.arguments, arguments.count == 1 else { return nil }
    return text(of: arguments[0].value)
  default: return nil
  }
}

private func text(of value: ExpressionSyntax) -> String? {
  switch value {
  case .literal(let literal):
    switch literal.value {
    case .integer(let digits), .decimal(let digits): digits
    case .boolean(let flag): "\(flag)"
    case .nil: "nil"
    case .string(let text):
      text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x7F } ? "\"\(text)\"" : nil
    }
  case .enumCase(let name, _), .name(let name): ".\(name.text)"
  case .call(let name, let arguments, _):
    switch DefaultFunction(rawValue: name.text) {
    case .sql, nil: nil
    case _?: arguments.isEmpty ? "\(name.text)()" : nil
    }
  case .list(let elements, _): elements.isEmpty ? "[]" : nil
  case .range, .object, .condition: nil
  }
}

extension Diagnostic {
  /// An attribute that declares a default, with a fix that writes the default after the type.
  static func defaultAttribute(_ syntax: AttributeSyntax, _ meant: String, of field: FieldSyntax) -> Diagnostic? {
    guard let type = field.type, field.defaultValue == nil else { return nil }
    let end = SourceRange(file: type.range.file, start: type.range.end, end: type.range.end)
    var attribute = syntax.range
    if attribute.start > type.range.end { attribute.start -= 1 }
    return Diagnostic(
      .unknownAttribute, "there is no attribute '@\(syntax.name.text)'", at: syntax.name.range,
      help: "write '= \(meant)' after the type",
      fixes: [
        Fix(title: "write '= \(meant)'", edits: [.init(end, " = \(meant)"), .init(attribute, "")], isSafe: false)
      ])
  }
}
