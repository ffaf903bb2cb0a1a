public import IgataDiagnostics
import IgataSchema
public import IgataSyntax

extension SchemaIndex {
  /// The fix that renames a declaration and all references to it in the schema.
  ///
  /// Not safe, because Swift code that uses the name must change too. The stored name stays the same: the fix adds
  /// `@table`, `@column` or a raw value if necessary.
  ///
  /// - Parameter new: A plain name, without backticks.
  /// - Returns: One fix, or none if the new name is already used.
  public func renaming(_ name: LintName, to new: String) -> [Diagnostic.Fix] {
    guard !new.isEmpty, !isUsed(new, inScopeOf: name.role) else { return [] }
    var uses: [SourceRange]
    var keep: Diagnostic.Fix.Edit?
    switch name.role {
    case .model(let index):
      uses = usesOfType(name.text, usesOfModels[index])
      if models[index].attribute("table") == nil, snakeCase(new) != snakeCase(name.text) {
        keep = .init(name.range.endPoint, " @table(\(quoted(models[index].model.table)))")
      }
    case .structure(let index): uses = usesOfType(name.text, usesOfStructs[index])
    case .enumeration(let index): uses = usesOfType(name.text, usesOfEnums[index])
    case .newtype(let index): uses = usesOfType(name.text, usesOfNewtypes[index])
    case .field(let index):
      let field = fields[index]
      uses = self.uses(of: field)
      if let column = columnToKeep(of: field, named: new) {
        keep = .init(field.syntax.range.endPoint, " @column(\(quoted(column)))")
      }
    case .enumCase(let index, _):
      uses = usesOfCase(name.text, of: index)
      let syntax = enums[index].syntax.cases.first { $0.name.range == name.range }
      if schema.enums[index].rawType == .string, syntax?.rawValue == nil {
        keep = .init(name.range.endPoint, " = \(quoted(name.text))")
      }
    }
    uses.insert(name.range, at: 0)
    let edits = uses.map { Diagnostic.Fix.Edit($0, new) } + (keep.map { [$0] } ?? [])
    return [Diagnostic.Fix(title: "rename '\(name.text)' to '\(new)'", edits: edits, isSafe: false)]
  }

  /// The argument of `@column` that keeps a field's columns when it is renamed, or `nil` if they don't change.
  private func columnToKeep(of field: LintField, named new: String) -> String? {
    guard field.hasColumn, field.attribute("column") == nil, snakeCase(new) != field.field.columnName else {
      return nil
    }
    guard case .toOne(let target, _, _) = field.kind, schema.models[target].primaryKey.count == 1,
      let model = field.model
    else { return field.field.columnName }
    // For a relation with one column, the attribute contains the whole name.
    return schema.models[model].columns.first { $0.field == field.position }?.name
  }

  private func isUsed(_ new: String, inScopeOf role: LintName.Role) -> Bool {
    switch role {
    case .model, .structure, .enumeration, .newtype: return typeNames.contains(new)
    case .field(let index):
      let others = fields(of: fields[index].owner)
      return others.count > Self.maximumComparedNames || others.contains { $0.name == new }
    case .enumCase(let index, _):
      let others = schema.enums[index].cases
      return others.count > Self.maximumComparedNames || others.contains { $0.name == new }
    }
  }

  /// The maximum number of names that are compared for each renamed one, so that the time is linear for a schema with
  /// many wrong names.
  private static var maximumComparedNames: Int { 500 }

  /// The references to a type in the types and the defaults `Name()` of fields.
  private func usesOfType(_ name: String, _ indexes: [Int]) -> [SourceRange] {
    indexes.flatMap { index -> [SourceRange] in
      let syntax = fields[index].syntax
      var ranges = [syntax.type?.name?.range].compactMap { $0 }
      if case .call(let called, _, _)? = syntax.defaultValue, called.text == name { ranges.append(called.range) }
      return ranges
    }
  }

  /// The references to a field in the constraints of its model and in inverses.
  private func uses(of field: LintField) -> [SourceRange] {
    guard let model = field.model else { return [] }
    var ranges: [SourceRange] = []
    for constraint in models[model].constraints {
      ranges += constraint.columns.map(\.name).filter { $0.text == field.name }.map(\.range)
    }
    guard case .toOne(let target, _, _) = field.kind else { return ranges }
    for other in fields(of: .model(target)) {
      guard case .toMany(model, inverse: field.position) = other.kind,
        case .name(let inverse)? = other.attribute("inverse")?.arguments?.first?.value
      else { continue }
      ranges.append(inverse.range)
    }
    return ranges
  }

  private func usesOfCase(_ name: String, of index: Int) -> [SourceRange] {
    usesOfEnums[index].flatMap { casesUsed(in: fields[$0].syntax.defaultValue) }.filter { $0.text == name }.map(\.range)
  }

  private func casesUsed(in value: ExpressionSyntax?) -> [NameSyntax] {
    switch value {
    case .enumCase(let name, _)?: [name]
    // Lists can't be nested.
    case .list(let elements, _)?: elements.compactMap { if case .enumCase(let name, _) = $0 { name } else { nil } }
    default: []
    }
  }

  /// A string literal of the schema language. Names don't contain characters that need other escapes.
  private func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}

extension LintField {
  /// Whether the owner's table has columns for it.
  public var hasColumn: Bool {
    switch kind {
    case .value, .list, .embedded, .toOne: true
    case .toMany, .ordered: false
    }
  }
}

extension TypeReferenceSyntax {
  /// The name of the type, or of the elements of a list.
  public var name: NameSyntax? {
    switch self {
    case .named(let name, _, _): name
    case .list(let element, _): element.name
    case .optional(let wrapped, _): wrapped.name
    }
  }
}

extension SourceRange {
  /// The empty range at its end.
  var endPoint: SourceRange { SourceRange(file: file, start: end, end: end) }
}
