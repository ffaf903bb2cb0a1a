import IgataSchema
import IgataTables
import IgataTemplateLanguage

/// The form of a property in generated code, and how it is read from a row and written to one.
///
/// Contains no references, because templates access it often.
struct SwiftCoding: Sendable {
  enum Form {
    /// A stored property.
    case stored
    /// A computed property for a private stored one, so that generated code can use it although it is deprecated.
    case deprecated
    case required(target: Int)
    case optional(target: Int)
    case wrapper(target: Int)
    /// A to-one relation whose columns are those of other fields.
    case linked(target: Int, isOptional: Bool)
    case ordered(target: Int)
    case embedded(struct: Int, isOptional: Bool)
  }

  let form: Form
  /// The scalar type of the property, if it is a scalar that isn't optional.
  let scalar: Scalar?
  let column: ColumnReference
  /// The offset, from the first column, of the column that indicates whether an optional struct is present.
  let presenceOffset: Int

  init(_ form: Form, of field: Field, at column: ColumnReference, in scope: GenerationScope) {
    self.form = form
    self.column = column
    if case .value(.scalar(let scalar), isOptional: false) = field.kind { self.scalar = scalar } else { scalar = nil }
    if case .embedded(let inner, isOptional: true) = form {
      presenceOffset = scope.schema.presenceOffset(ofStruct: inner) ?? 0
    } else {
      presenceOffset = 0
    }
  }

  /// Whether the property itself stores the value.
  var isPlain: Bool {
    switch form {
    case .stored, .embedded: true
    case .deprecated, .required, .optional, .wrapper, .linked, .ordered: false
    }
  }

  /// Whether the property refers to other models.
  var isRelation: Bool {
    switch form {
    case .required, .optional, .wrapper, .linked, .ordered: true
    case .stored, .deprecated, .embedded: false
    }
  }

  /// The method of a reader that returns the property's value.
  var readingMethod: StaticString {
    switch form {
    case .required: "reference"
    case .optional: "optionalReference"
    case .wrapper: "wrapper"
    case .linked: "linked"
    case .ordered: "list"
    case .stored, .deprecated, .embedded: valueMethod
    }
  }

  /// The method of a writer that takes the property's value, or `nil` for a list, which has its own table, and for a
  /// relation without columns of its own.
  var writingMethod: StaticString? {
    switch form {
    case .required, .optional: "reference"
    case .wrapper: "wrapper"
    case .linked, .ordered: nil
    case .stored, .deprecated, .embedded: valueMethod
    }
  }

  /// The most frequent scalars have a method of their own, which compiles fastest.
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

  /// Writes the arguments of the reader's method.
  func writeReadingArguments(into text: inout TextBuffer) {
    switch form {
    case .linked, .ordered:
      text.append(literal: "relation: ")
      return text.append(column.relation)
    default: break
    }
    column.writeColumn(into: &text)
    if isRelation {
      text.append(literal: ", relation: ")
      text.append(column.relation)
    } else if case .embedded(_, isOptional: true) = form {
      text.append(literal: ", presence: ")
      column.writeColumn(presenceOffset, into: &text)
    }
  }
}

/// The columns of a property in its model or struct.
struct ColumnReference: Sendable {
  /// The index of the property's first column.
  let column: Int
  /// The index of the property's relation in the model, if it is a relation.
  var relation = 0
  /// Whether its columns are relative to the variable `column`, as those of a struct are.
  var isInStruct = false

  /// Writes the column at `offset` after the first one, as an expression.
  func writeColumn(_ offset: Int = 0, into text: inout TextBuffer) {
    guard isInStruct else { return text.append(column + offset) }
    text.append(literal: "column")
    guard column + offset != 0 else { return }
    text.append(literal: " + ")
    text.append(column + offset)
  }
}
