import IgataSchema
import IgataTables

extension GenerationScope {
  /// The runtime's `ColumnConstraints`, as an expression; `nil` if there are none.
  func constraintsExpression(_ bounds: ValueConstraints) -> String? {
    guard !bounds.isEmpty else { return nil }
    return typeNames.runtimeCall("ColumnConstraints") + "(" + bounds.arguments + ")"
  }
}

extension ValueConstraints {
  /// The constraints as arguments of a call: `minimum: "1", maximum: "9"`.
  var arguments: String {
    var arguments: [String] = []
    if let minimumLength { arguments.append("minimumLength: \(SwiftLiteral.integer(minimumLength))") }
    if let maximumLength { arguments.append("maximumLength: \(SwiftLiteral.integer(maximumLength))") }
    if let minimum { arguments.append("minimum: \(SwiftLiteral.string(minimum))") }
    if let maximum { arguments.append("maximum: \(SwiftLiteral.string(maximum))") }
    if excludesMaximum { arguments.append("excludesMaximum: true") }
    if let pattern { arguments.append("pattern: \(SwiftLiteral.string(pattern))") }
    return arguments.joined(separator: ", ")
  }
}
