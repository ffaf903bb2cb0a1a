import IgataDiagnostics
import IgataSyntax

/// Attributes of other languages that bound a value from one side: `@min(1) @max(5)`.
struct FamiliarBounds {
  /// The indices of the attributes.
  private(set) var indices: [Int] = []
  private var lower: String?
  private var upper: String?
  /// Whether their names refer to a length.
  private var meansLength = false
  /// Whether the value of each is known.
  private var isKnown = true

  /// Returns `nil` if there is no such attribute.
  init?(_ syntaxes: [AttributeSyntax]) {
    for (index, syntax) in syntaxes.enumerated() {
      guard let side = Self.side(of: asciiLowercase(syntax.name.text)) else { continue }
      indices.append(index)
      if side.isLength { meansLength = true }
      guard let arguments = syntax.arguments, arguments.count == 1, case .literal(let literal) = arguments[0].value,
        literal.isNumber, side.isLower ? lower == nil : upper == nil
      else {
        isKnown = false
        continue
      }
      if side.isLower { lower = literal.digits } else { upper = literal.digits }
    }
    if indices.isEmpty { return nil }
  }

  private static func side(of name: String) -> (isLower: Bool, isLength: Bool)? {
    switch name {
    case "min", "minimum", "minvalue", "gte", "decimalmin": (true, false)
    case "max", "maximum", "maxvalue", "lte", "decimalmax": (false, false)
    case "minlength", "min_length", "minsize": (true, true)
    case "maxlength", "max_length", "maxsize": (false, true)
    default: nil
    }
  }

  /// One error for all of them.
  ///
  /// - Parameter kind: The attribute that bounds a value of the field's type, if it is known.
  func diagnostic(_ syntaxes: [AttributeSyntax], _ kind: AttributeKind?) -> Diagnostic {
    let kind = meansLength ? kind ?? .length : kind
    let names = indices.map { "'@\(syntaxes[$0].name.text)'" }
    let message = "there is no attribute \(names.joined(separator: " and no "))"
    let range = "\(lower ?? "")...\(upper ?? "")"
    guard isKnown, let kind else {
      let bounds = isKnown ? range : "1...5"
      return Diagnostic(
        .unknownAttribute, message, at: syntaxes[indices[0]].name.range,
        help: "write '@range(\(bounds))' for a number, or '@length(\(bounds))' for text")
    }
    let meant = "@\(kind.rawValue)(\(range))"
    let edits = indices.enumerated().map { position, index in
      var range = syntaxes[index].range
      if position > 0 { range.start -= 1 }
      return Diagnostic.Fix.Edit(range, position == 0 ? meant : "")
    }
    return Diagnostic(
      .unknownAttribute, message, at: syntaxes[indices[0]].name.range, help: "write '\(meant)'",
      fixes: [.init(title: "write '\(meant)'", edits: edits, isSafe: true)])
  }
}

extension LiteralSyntax {
  fileprivate var isNumber: Bool {
    switch value {
    case .integer, .decimal: true
    case .string, .boolean, .nil: false
    }
  }
}
