import IgataSchema
import IgataSyntax
import IgataTables

/// The form of the arguments around a location.
public struct SignatureHelp: Hashable, Sendable {
  /// The whole form: `@precision(12, 2)`.
  public var label: String
  /// The parameters as ranges of UTF-8 offsets in ``label``.
  public var parameters: [Range<Int>]
  /// The index of the parameter at the location; `nil` if it is none of them.
  public var activeParameter: Int?
  /// What the arguments mean, in one sentence.
  public var documentation: String?

  /// - Parameter parameters: The parts of the label that are parameters, in order.
  init(_ label: String, _ parameters: [String], _ documentation: String?) {
    self.label = label
    self.parameters = []
    self.documentation = documentation
    var start = label.startIndex
    for parameter in parameters {
      guard let range = label.range(of: parameter, from: start) else { continue }
      start = range.upperBound
      let lower = label.utf8.distance(from: label.startIndex, to: range.lowerBound)
      self.parameters.append(lower..<lower + parameter.utf8.count)
    }
  }
}

extension Snapshot {
  /// The form of the innermost arguments around a location; `nil` if it isn't between the parentheses of an attribute,
  /// a constraint, or a type with arguments.
  public func signatureHelp(at location: TextLocation) -> SignatureHelp? {
    guard let tree = tree(of: location.file) else { return nil }
    let context = CursorContext(tree, location.offset)
    for bracket in context.open.reversed() {
      if bracket.isBody { return nil }
      guard let callee = context.callee(of: bracket), var help = SignatureHelp(of: callee) else { continue }
      let commas = context.arguments(of: bracket).count { $0.kind == .comma }
      // The last parameter of a list can be given any number of times.
      if !help.parameters.isEmpty {
        let last = help.parameters.count - 1
        help.activeParameter = commas <= last ? commas : help.label.contains("…") ? last : nil
      }
      return help
    }
    return nil
  }
}

extension SignatureHelp {
  fileprivate init?(of callee: (name: String, isAttribute: Bool, isFirst: Bool)) {
    if callee.isAttribute {
      guard let kind = AttributeKind(rawValue: callee.name), let form = kind.signature else { return nil }
      self.init("@\(kind.rawValue)(\(form.joined(separator: ", ")))", form, kind.purpose)
      return
    }
    switch callee.name {
    case "Decimal": self.init("Decimal(digits, decimalPlaces)", decimalDigits, AttributeKind.precision.purpose)
    case "Fixed": self.init("Fixed(scale: N)", ["scale: N"], "The value is stored as an integer, × scale.")
    case "distribute" where callee.isFirst:
      self.init("distribute(by: field)", ["by: field"], "Rows with the same value are stored on the same server.")
    default:
      guard callee.isFirst, let kind = ConstraintSyntax.Kind(rawValue: callee.name) else { return nil }
      let second = kind == .index ? "lower(field) desc" : "field"
      let options = kind == .check ? ["condition"] : ["field", second]
      let labels = kind.optionLabels.map { $0 == "name" ? "name: \"…\"" : "\($0): …" }
      self.init("\(kind.rawValue)(\((options + labels).joined(separator: ", ")))", options + labels, nil)
    }
  }
}

extension AttributeKind {
  /// The parameters; `nil` if it has none.
  fileprivate var signature: [String]? {
    switch argumentForm {
    case .none: nil
    case .sqlName: ["\"name\""]
    case .sqlNames: self == .joinTable ? ["\"table\"", "\"owner_column\"", "\"target_column\""] : ["\"name\"", "…"]
    case .deleteRule: [DeleteRule.allCases.map(\.rawValue).joined(separator: " | ")]
    case .updateRule: [UpdateRule.allCases.map(\.rawValue).joined(separator: " | ")]
    case .fields: ["field", "…"]
    case .field: ["field"]
    case .length, .range: ["least...greatest"]
    case .text: [self == .pattern ? "\"regex\"" : "\"why\""]
    case .precision: decimalDigits
    case .formerNames: ["from: \"old\""]
    case .backfill: ["value | rounded | truncated | clamped | none | sql: \"…\" | swift: \"…\""]
    case .rules: ["rule", "\"why\""]
    case .storedForm: ["as: text | seconds | milliseconds | compact | local | number | native(\"type\")"]
    case .swiftType: ["\"Type\"", "import: \"Module\""]
    }
  }
}

/// The parameters of `Decimal` and `@precision`.
private let decimalDigits = ["digits", "decimalPlaces"]

extension String {
  /// The first occurrence of a text that doesn't start before an index.
  fileprivate func range(of text: String, from start: Index) -> Range<Index>? {
    var index = start
    while index < endIndex {
      if self[index...].hasPrefix(text) { return index..<self.index(index, offsetBy: text.count) }
      formIndex(after: &index)
    }
    return nil
  }
}
