import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension DeclaredField {
  /// The fix that replaces the scalar of the field's type, keeping `?` and `[…]`.
  ///
  /// Not safe, because it changes the stored value. Empty if the field has constraints or a default that the new type
  /// might not accept.
  ///
  /// - Parameter fits: Whether the new type accepts a default.
  func retyping(to type: String, fits: (LiteralSyntax.Value) -> Bool = { _ in false }) -> [Diagnostic.Fix] {
    guard let range = syntax.type?.innermost, case .scalar? = valueType,
      !syntax.attributes.contains(where: { Self.bounds.contains($0.name.text) })
    else { return [] }
    switch syntax.defaultValue {
    case nil: break
    case .literal(let literal) where fits(literal.value) || literal.value == .nil: break
    case .list(let elements, _) where elements.isEmpty: break
    default: return []
    }
    return [.init(title: "make it '\(type)'", range: range, replacement: type, isSafe: false)]
  }

  private static let bounds: Set<String> = ["length", "pattern", "range", "precision"]

  /// The fix that adds an attribute to the field.
  func adding(_ attribute: String, isSafe: Bool) -> Diagnostic.Fix {
    .init(title: "add '\(attribute)'", range: syntax.range.endPoint, replacement: " \(attribute)", isSafe: isSafe)
  }
}

extension Findings {
  /// Reports a relation whose cascade deletes what must be kept, with the rule to use instead.
  mutating func reportCascade(_ message: String, of field: DeclaredField, isRequired: Bool) {
    let attribute = field.attribute("onDelete")
    let rule = isRequired ? "restrict" : "nullify"
    let advice = "use '@onDelete(\(rule))'"
    let fix = attribute?.arguments?.first.map {
      Diagnostic.Fix(title: advice, range: $0.range, replacement: rule, isSafe: false)
    }
    report(message, at: attribute?.range ?? field.range, help: advice, fixes: fix.map { [$0] } ?? [])
  }
}

extension TypeReferenceSyntax {
  /// The range of the type without `?` and `[…]`, including its arguments.
  var innermost: SourceRange {
    switch self {
    case .named(_, _, let range): range
    case .list(let element, _): element.innermost
    case .optional(let wrapped, _): wrapped.innermost
    }
  }
}

extension LiteralSyntax.Value {
  /// Whether it is a number with at most three decimal places, which a `Currency` can store.
  var isCurrency: Bool {
    switch self {
    case .integer(let digits): digits.utf8.count <= 15
    case .decimal(let digits):
      digits.utf8.count <= 15 && !digits.contains("e") && !digits.contains("E")
        && digits.split(separator: ".").dropFirst().allSatisfy { $0.utf8.count <= 3 }
    case .string, .boolean, .nil: false
    }
  }
}
