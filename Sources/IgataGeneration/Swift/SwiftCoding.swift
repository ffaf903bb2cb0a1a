import IgataSchema
import IgataTables
import IgataTemplateLanguage

/// What a property is in generated code, and how it is read from a row and written to one.
///
/// It holds no reference, as templates ask for it often.
struct SwiftCoding: Sendable {
  enum Form {
    /// A stored property.
    case stored
    /// A computed property over a private one, so that generated code may use it although it is deprecated.
    case deprecated
    case required(target: Int)
    case optional(target: Int)
    case wrapper(target: Int)
    case ordered(target: Int)
    case embedded(struct: Int, isOptional: Bool)
  }

  let form: Form
  /// The scalar that the property is, where it is one that can't be missing.
  let scalar: Scalar?
  let place: ColumnReference
  /// How far from the first column the one is that tells whether an optional struct is there.
  let presenceOffset: Int

  init(_ form: Form, of field: Field, at place: ColumnReference, in scope: GenerationScope) {
    self.form = form
    self.place = place
    if case .value(.scalar(let scalar), isOptional: false) = field.kind { self.scalar = scalar } else { scalar = nil }
    if case .embedded(let inner, isOptional: true) = form {
      presenceOffset = scope.schema.presenceOffset(ofStruct: inner) ?? 0
    } else {
      presenceOffset = 0
    }
  }

  /// Whether the property is itself what holds the value.
  var isPlain: Bool {
    switch form {
    case .stored, .embedded: true
    case .deprecated, .required, .optional, .wrapper, .ordered: false
    }
  }

  /// Whether the property refers to other models.
  var isRelation: Bool {
    switch form {
    case .required, .optional, .wrapper, .ordered: true
    case .stored, .deprecated, .embedded: false
    }
  }

  /// The method of a reader that makes the property.
  var readingMethod: StaticString {
    switch form {
    case .required: "reference"
    case .optional, .wrapper: "optionalReference"
    case .ordered: "list"
    case .stored, .deprecated, .embedded: valueMethod
    }
  }

  /// The method of a writer that takes the property; `nil` for a list, which has a table of its own.
  var writingMethod: StaticString? {
    switch form {
    case .required, .optional, .wrapper: "reference"
    case .ordered: nil
    case .stored, .deprecated, .embedded: valueMethod
    }
  }

  /// One of their own for the most frequent scalars, as that compiles fastest.
  private var valueMethod: StaticString {
    switch scalar {
    case .bool: "bool"
    case .int64: "int64"
    case .double: "double"
    case .string: "string"
    case .uuid: "uuid"
    case .date: "date"
    default: "value"
    }
  }

  /// Writes what the reader's method is given.
  func writeReadingArguments(into text: inout TextBuffer) {
    if case .ordered = form {
      text.append(literal: "relation: ")
      text.append(place.relation)
      return
    }
    place.writeColumn(into: &text)
    if isRelation {
      text.append(literal: ", relation: ")
      text.append(place.relation)
    } else if case .embedded(_, isOptional: true) = form {
      text.append(literal: ", presence: ")
      place.writeColumn(presenceOffset, into: &text)
    }
  }
}

/// Where a property stands in its model or its struct.
struct ColumnReference: Sendable {
  /// The first of its columns.
  let column: Int
  /// The number of its relation among those of the model, where it is one.
  var relation = 0
  /// Whether its columns count from the variable `column`, as those of a struct do.
  var isInStruct = false

  /// Writes the column `offset` behind the first one, as generated code says it.
  func writeColumn(_ offset: Int = 0, into text: inout TextBuffer) {
    guard isInStruct else { return text.append(column + offset) }
    text.append(literal: "column")
    guard column + offset != 0 else { return }
    text.append(literal: " + ")
    text.append(column + offset)
  }
}
