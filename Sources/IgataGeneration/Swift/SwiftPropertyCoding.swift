import IgataSchema
import IgataTemplateLanguage

/// How a property is read from a row and written to one.
extension SwiftProperty {
  /// The reader's method that makes the property.
  var readingMethod: String {
    switch form {
    case .required: "reference"
    case .optional, .wrapper: "optionalReference"
    case .ordered: "list"
    case .embedded: "embedded"
    case .stored, .deprecated: valueMethod
    }
  }

  /// Writes what the reader's method is given.
  func writeReadingArguments(into text: inout TextBuffer) {
    switch form {
    case .required, .optional, .wrapper:
      place.writeColumn(into: &text)
      text.append(literal: ", relation: ")
      text.append(place.relation ?? 0)
    case .ordered:
      text.append(literal: "relation: ")
      text.append(place.relation ?? 0)
      text.append(literal: ", owner: Self.table")
    case .embedded(let inner, isOptional: true):
      place.writeColumn(into: &text)
      text.append(literal: ", presence: ")
      place.writeColumn(scope.presenceOffset(ofStruct: inner) ?? 0, into: &text)
    case .stored, .deprecated, .embedded: place.writeColumn(into: &text)
    }
  }

  /// The writer's method that takes the property; nothing for a list that has a table of its own.
  var writingMethod: String? {
    switch form {
    case .required, .optional, .wrapper: "reference"
    case .ordered: nil
    case .embedded: "embedded"
    case .stored, .deprecated: valueMethod
    }
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

  /// Whether the property refers to other models.
  var isRelation: Bool {
    switch form {
    case .required, .optional, .wrapper, .ordered: true
    case .stored, .deprecated, .embedded: false
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
