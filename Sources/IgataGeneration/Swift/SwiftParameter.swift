import IgataSchema

/// A parameter of the generated initialiser.
struct SwiftParameter {
  /// `name: Type = default`
  let declaration: String
  /// `self.name = name`
  let assignment: String
}

extension GenerationScope {
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
