import IgataSchema
import IgataTemplateLanguage

/// How a property of a struct is read from a row and written to one.
extension SwiftProperty {
  /// The method of readers and writers that the property goes by.
  var codingMethod: String {
    if case .embedded = form { return "embedded" }
    return valueMethod
  }

  /// Writes what the reader's method is given.
  func writeReadingArguments(into text: inout TextBuffer) {
    place.writeColumn(into: &text)
    guard case .embedded(let inner, isOptional: true) = form else { return }
    text.append(literal: ", presence: ")
    place.writeColumn(scope.presenceOffset(ofStruct: inner) ?? 0, into: &text)
  }

  /// One of their own for the commonest scalars, as that compiles fastest.
  private var valueMethod: String {
    guard case .value(.scalar(let scalar), isOptional: false) = field.kind else { return "value" }
    switch scalar {
    case .bool: return "bool"
    case .int64: return "int64"
    case .double: return "double"
    case .string: return "string"
    case .uuid: return "uuid"
    case .date: return "date"
    default: return "value"
    }
  }

  // MARK: The initialiser

  /// The type of the initialiser's parameter.
  var parameterType: String {
    if case .wrapper = form { return type + "?" }
    return type
  }

  /// Writes `name: Type = default`.
  fileprivate func writeDeclaration(into text: inout TextBuffer) {
    text.append(name)
    text.append(literal: ": ")
    text.append(parameterType)
    guard let standard = scope.defaultExpression(field) else { return }
    text.append(literal: " = ")
    text.append(standard)
  }

  /// What the initialiser's parameter becomes.
  var assigned: String {
    switch form {
    case .stored, .deprecated:
      guard case .value(.scalar(.date), let isOptional) = field.kind else { return name }
      return isOptional ? "\(name)?.roundedToMicroseconds" : "\(name).roundedToMicroseconds"
    case .embedded: return name
    case .required: return "\(scope.runtime("Reference"))(\(name))"
    case .optional, .wrapper: return "\(name).map { \(scope.runtime("Reference"))($0) }"
    case .ordered: return "\(scope.runtime("ReferenceList"))(\(name))"
    }
  }
}

extension GenerationScope {
  /// Writes the head of the initialiser of a model or a struct.
  func writeInitializer(_ properties: [SwiftProperty], into text: inout TextBuffer) {
    var list = SwiftLayout(modifier + "init", indent: 2, into: &text)
    for property in properties {
      list.next(&text)
      property.writeDeclaration(into: &text)
    }
    list.end(" {", &text)
  }
}
