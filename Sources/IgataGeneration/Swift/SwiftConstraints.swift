import IgataSchema
import IgataTables

extension GenerationScope {
  /// The runtime's `ColumnConstraints`, as an expression; `nil` if there are none.
  func constraintsExpression(_ bounds: ValueConstraints) -> String? {
    guard !bounds.isEmpty else { return nil }
    var arguments: [String] = []
    if let length = bounds.minimumLength { arguments.append("minimumLength: \(SwiftLiteral.integer(length))") }
    if let length = bounds.maximumLength { arguments.append("maximumLength: \(SwiftLiteral.integer(length))") }
    if let minimum = bounds.minimum { arguments.append("minimum: \(SwiftLiteral.string(minimum))") }
    if let maximum = bounds.maximum { arguments.append("maximum: \(SwiftLiteral.string(maximum))") }
    if bounds.excludesMaximum { arguments.append("excludesMaximum: true") }
    if let pattern = bounds.pattern { arguments.append("pattern: \(SwiftLiteral.string(pattern))") }
    return typeNames.runtimeCall("ColumnConstraints") + "(" + arguments.joined(separator: ", ") + ")"
  }
}
