public import IgataDiagnostics
import IgataSchema
public import IgataSyntax

extension SchemaIndex {
  /// The fix that gives a declared name another text, wherever the schema uses it.
  ///
  /// Not safe, as Swift code that uses the name changes with it. What is stored keeps its name: `@table`, `@column` or
  /// a raw value say it where the new name would change it.
  ///
  /// - Parameter new: A plain name, without backticks.
  /// - Returns: One fix, or none where the new name is taken.
  public func renaming(_ name: LintName, to new: String) -> [Diagnostic.Fix] {
    guard !new.isEmpty, !isTaken(new, beside: name.role) else { return [] }
    var uses: [SourceRange]
    var keep: Diagnostic.Fix.Edit?
    switch name.role {
    case .model(let index):
      uses = usesOfType(name.text, usesOfModels[index])
      if models[index].attribute("table") == nil, snakeCase(new) != snakeCase(name.text) {
        keep = .init(name.range.behind, " @table(\(quoted(models[index].model.table)))")
      }
    case .structure(let index): uses = usesOfType(name.text, usesOfStructs[index])
    case .enumeration(let index): uses = usesOfType(name.text, usesOfEnums[index])
    case .newtype(let index): uses = usesOfType(name.text, usesOfNewtypes[index])
    case .field(let index):
      let field = fields[index]
      uses = self.uses(of: field)
      if let column = columnToKeep(of: field, named: new) {
        keep = .init(field.syntax.range.behind, " @column(\(quoted(column)))")
      }
    case .enumCase(let index, _):
      uses = usesOfCase(name.text, of: index)
      let syntax = enums[index].syntax.cases.first { $0.name.range == name.range }
      if schema.enums[index].rawType == .string, syntax?.rawValue == nil {
        keep = .init(name.range.behind, " = \(quoted(name.text))")
      }
    }
    uses.insert(name.range, at: 0)
    let edits = uses.map { Diagnostic.Fix.Edit($0, new) } + (keep.map { [$0] } ?? [])
    return [Diagnostic.Fix(title: "rename '\(name.text)' to '\(new)'", edits: edits, isSafe: false)]
  }

  /// What `@column` has to say for a field's columns to stay as they are under another name; nothing where they do.
  private func columnToKeep(of field: LintField, named new: String) -> String? {
    guard field.hasColumn, field.attribute("column") == nil, snakeCase(new) != field.field.columnName else {
      return nil
    }
    guard case .toOne(let target, _, _) = field.kind, schema.models[target].primaryKey.count == 1,
      let model = field.model
    else { return field.field.columnName }
    // Of a relation to one column, the attribute says the whole name.
    return schema.models[model].columns.first { $0.field == field.position }?.name
  }

  private func isTaken(_ new: String, beside role: LintName.Role) -> Bool {
    switch role {
    case .model, .structure, .enumeration, .newtype: return typeNames.contains(new)
    case .field(let index):
      let others = fields(of: fields[index].owner)
      return others.count > Self.mostBeside || others.contains { $0.name == new }
    case .enumCase(let index, _):
      let others = schema.enums[index].cases
      return others.count > Self.mostBeside || others.contains { $0.name == new }
    }
  }

  /// How many names are looked through for each that is renamed, so that a schema full of wrong ones takes linear time.
  private static var mostBeside: Int { 500 }

  /// The types and the defaults `Name()` of the fields that use a type.
  private func usesOfType(_ name: String, _ places: [Int]) -> [SourceRange] {
    places.flatMap { place -> [SourceRange] in
      let syntax = fields[place].syntax
      var ranges = [syntax.type?.name?.range].compactMap { $0 }
      if case .call(let called, _, _)? = syntax.defaultValue, called.text == name { ranges.append(called.range) }
      return ranges
    }
  }

  /// Where the constraints of its model, and inverses, name a field.
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
    // Lists do not nest.
    case .list(let elements, _)?: elements.compactMap { if case .enumCase(let name, _) = $0 { name } else { nil } }
    default: []
    }
  }

  /// A text as the language writes it; the names that come here hold nothing that would need more than this.
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
  /// The empty place behind it.
  var behind: SourceRange { SourceRange(file: file, start: end, end: end) }
}
