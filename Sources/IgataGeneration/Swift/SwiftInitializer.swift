import IgataSchema
import IgataTemplateLanguage

/// The initializer of a model or a struct.
extension SwiftProperties {
  /// Writes a parameter: `name: Type = default`.
  func writeParameter(_ index: Int, into text: inout TextBuffer) {
    text.append(all[index].name)
    text.append(literal: ": ")
    text.append(all[index].type)
    if case .wrapper = all[index].coding.form { text.append(literal: "?") }
    if let standard = scope.defaultExpression(all[index].field) {
      text.append(literal: " = ")
      text.append(standard)
    }
  }

  /// Writes the value that is assigned from the parameter of a property.
  func writeAssigned(_ index: Int, into text: inout TextBuffer) {
    switch all[index].coding.form {
    case .stored, .deprecated:
      if let value = initialValue(of: index) { return text.append(value) }
      text.append(all[index].name)
      guard case .value(.scalar(.date), let isOptional) = all[index].field.kind else { return }
      text.append(literal: isOptional ? "?.roundedToMicroseconds" : ".roundedToMicroseconds")
    case .embedded: text.append(all[index].name)
    case .linked: write(scope.types.linkedReferenceCall, of: all[index].name, into: &text)
    case .required: write(scope.types.referenceCall, of: all[index].name, into: &text)
    case .ordered: write(scope.types.referenceListCall, of: all[index].name, into: &text)
    case .wrapper:
      text.append(scope.types.ownedReferenceCall)
      text.append(literal: "()")
    case .optional:
      text.append(all[index].name)
      text.append(literal: ".map { ")
      text.append(scope.types.referenceCall)
      text.append(literal: "($0) }")
    }
  }

  private func write(_ type: String, of name: String, into text: inout TextBuffer) {
    text.append(type)
    text.append(literal: "(")
    text.append(name)
    text.append(literal: ")")
  }
}
