import IgataSchema

/// A parameter of the generated initialiser.
struct SwiftParameter {
  /// `name: Type = default`
  let declaration: String
  /// `self.name = name`
  let assignment: String
}

extension SwiftScope {
  func parameter(_ property: SwiftProperty) -> SwiftParameter {
    let name = property.name
    var type = property.type
    var value = name
    switch property.form {
    case .stored, .deprecated:
      if case .value(.scalar(.date), let isOptional) = property.field.kind {
        value = isOptional ? "\(name)?.roundedToMicroseconds" : "\(name).roundedToMicroseconds"
      }
    case .embedded: break
    case .required: value = "\(runtime("Reference"))(\(name))"
    case .optional: value = "\(name).map { \(runtime("Reference"))($0) }"
    case .wrapper:
      type += "?"
      value = "\(name).map { \(runtime("Reference"))($0) }"
    case .ordered: value = "\(runtime("ReferenceList"))(\(name))"
    }
    let standard = defaultExpression(property.field).map { " = " + $0 } ?? ""
    return SwiftParameter(
      declaration: "\(name): \(type)\(standard)", assignment: "self.\(property.storage) = \(value)")
  }
}

/// Breaks long calls and declarations into lines as a person would.
enum SwiftLayout {
  static let width = 120

  /// `head(a, b)tail` on one line where it fits, else each element on a line of its own.
  static func list(_ head: String, _ elements: [String], _ tail: String, indent: Int) -> String {
    let line = spaces(indent) + head + "(" + elements.joined(separator: ", ") + ")" + tail
    if line.count <= width { return line }
    let inner = spaces(indent + 2)
    return spaces(indent) + head + "(\n" + elements.map { inner + $0 }.joined(separator: ",\n") + "\n"
      + spaces(indent) + ")" + tail
  }

  /// `head(a, b)tail` on one line where it fits, else with the arguments together on the next, and only where that
  /// is too long as well each on its own.
  static func call(_ head: String, _ arguments: [String], _ tail: String, indent: Int) -> String {
    let line = spaces(indent) + head + "(" + arguments.joined(separator: ", ") + ")" + tail
    if line.count <= width { return line }
    let filled = spaces(indent + 2) + arguments.joined(separator: ", ") + ")" + tail
    if filled.count <= width { return spaces(indent) + head + "(\n" + filled }
    let inner = spaces(indent + 2)
    return spaces(indent) + head + "(\n" + arguments.map { inner + $0 }.joined(separator: ",\n") + ")" + tail
  }

  static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
