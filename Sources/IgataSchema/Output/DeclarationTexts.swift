/// Parts of declarations in the schema language, in the form that ``schemaText(_:)`` gives them.
extension Schema {
  private var writer: SchemaWriter { SchemaWriter(schema: self, declaresStep: false) }

  /// The default of a field: `uuid()`, `.cash`; `nil` if there is none.
  package func defaultText(of field: Field) -> String? { field.defaultValue.map { writer.text(of: $0, field) } }

  /// The attributes of bounds: `@length(1...100)`.
  package func attributeTexts(_ constraints: ValueConstraints) -> [String] {
    writer.attributes(constraints).compactMap(\.self)
  }

  /// The members of a model that aren't fields, except for `reserved`: `unique(owner, name)`.
  package func memberTexts(ofModel index: Int) -> [String] { writer.constraintMembers(of: index) }
}
