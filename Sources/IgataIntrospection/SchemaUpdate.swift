internal import IgataDiagnostics
@_spi(Backend) package import IgataRuntime
@_spi(Backend) package import IgataSQL
package import IgataSchema
internal import IgataSyntax

/// A schema that describes a database as it was, which is made to follow the database.
///
/// Names, order, comments and attributes that were written by hand stay. Only what the catalog says is added, removed
/// and changed, so that a field that was taken out by hand stays out.
package struct SchemaUpdate {
  package enum Failure: Error {
    /// The schema doesn't compile as it was.
    case invalid(line: Int, message: String)
    /// A line of it wouldn't compile after the changes.
    case unfitting(line: String, message: String)
    /// No model of the schema is one of the database's tables.
    case otherDatabase
  }

  package private(set) var text: String
  /// What was changed, in the order of the schema, as lines for people.
  package private(set) var changes: [String] = []
  /// The database as it is, in the words of the schema.
  private var described: IntrospectedSchema
  private let names: NamingRules
  private let dialect: any CatalogDialect
  /// The columns of fields that were removed because another of their columns is gone.
  private var released: Set<[String]> = []

  /// - Parameters:
  ///   - text: The schema.
  ///   - described: The description of the database as it is.
  ///   - present: The columns of each table that is there.
  ///   - known: The columns of each table that was there when the schema was written.
  package init(
    _ text: String, _ described: IntrospectedSchema, present: CatalogColumns, known: CatalogColumns,
    _ names: NamingRules, _ dialect: any CatalogDialect
  ) throws(Failure) {
    self.text = text
    self.described = described
    self.names = names
    self.dialect = dialect
    let parsed = try parsed()
    guard parsed.models.contains(where: { present.contains(table: $0.model.table, dialect) }) else {
      throw .otherDatabase
    }
    // What was left out by hand stays so, and what refers to it has the values of its columns.
    var fitting = SchemaFitting(described, names)
    for model in described.models where known.contains(table: model.table, dialect) {
      let table = dialect.canonicalName(model.table)
      let isThere = parsed.models.contains { dialect.canonicalName($0.model.table) == table }
      if !isThere { fitting.leaveOut(table: model.table) }
    }
    self.described = fitting.schema
    adoptNames(parsed)
    var edits = SourceEdits(text)
    removeMissing(parsed, present, &edits)
    addNew(parsed, known, &edits)
    self.text = edits.text
  }

  // MARK: The schema as it is

  private struct Parsed {
    let schema: Schema
    let declarations: [DeclarationSyntax]

    /// The external models, each with its number.
    var models: [(number: Int, model: Model, syntax: OwnerSyntax)] {
      let owners = declarations.compactMap { if case .model(let syntax) = $0 { syntax } else { nil } }
      return schema.models.indices.compactMap { number in
        let model = schema.models[number]
        guard model.isExternal, let syntax = owners.first(where: { $0.name?.text == model.name }) else { return nil }
        return (number, model, syntax)
      }
    }
  }

  private func parsed() throws(Failure) -> Parsed {
    let file = SourceFile(name: "schema.igata", text: text)
    let (tree, syntaxErrors) = parse(file, file: 0)
    let (schema, findings) = resolve([tree], options: ResolveOptions(names: names), syntaxErrors: syntaxErrors)
    if let error = (syntaxErrors + findings).first(where: { $0.severity == .error }) {
      let before = file.bytes.prefix(error.range.start)
      if changes.isEmpty {
        throw .invalid(line: before.count { $0 == UInt8(ascii: "\n") } + 1, message: error.message)
      }
      let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      let line = file.bytes[start...].prefix { $0 != UInt8(ascii: "\n") }
      throw .unfitting(
        line: String(decoding: line, as: UTF8.self).trimmingPrefix { $0 == " " }.description, message: error.message)
    }
    return Parsed(schema: schema, declarations: tree.declarations)
  }

  /// The schema.
  package func resolved() throws(Failure) -> Schema { try parsed().schema }

  private func model(of table: String) -> Int? {
    described.models.firstIndex { dialect.canonicalName($0.table) == dialect.canonicalName(table) }
  }

  /// Gives what is described the names that it has in the schema.
  private mutating func adoptNames(_ parsed: Parsed) {
    let schema = parsed.schema
    var taken = Set(schema.models.map(\.name) + schema.enums.map(\.name))
    taken.formUnion(schema.newtypes.map(\.name) + schema.structs.map(\.name))
    var enums: [String: String] = [:]
    for index in described.models.indices {
      described.models[index].fields.removeAll { if case .inverse = $0.kind { true } else { false } }
      let table = dialect.canonicalName(described.models[index].table)
      guard let model = parsed.models.first(where: { dialect.canonicalName($0.model.table) == table })?.model else {
        described.models[index].name = IntrospectedNames.distinct(described.models[index].name, from: taken)
        taken.insert(described.models[index].name)
        continue
      }
      described.models[index].name = model.name
      adoptNames(of: model, in: index) { described, written in enums[described] = schema.enums[written].name }
    }
    described.adoptEnumNames(enums, of: schema)
  }

  /// - Parameter haveEnum: Called with the described enum of a field, and the enum that the field has in the schema.
  private mutating func adoptNames(of model: Model, in index: Int, haveEnum: (String, Int) -> Void) {
    var taken = Set(model.fields.map(\.name))
    for number in described.models[index].fields.indices {
      let columns = described.models[index].fields[number].columns.map(dialect.canonicalName)
      let known = model.fields.indices.first { field in
        let isRelation = if case .toOne = model.fields[field].kind { true } else { false }
        return model.columnNames(of: field).map(dialect.canonicalName) == columns
          && isRelation == described.models[index].fields[number].isRelation
      }
      if let known, case .value(.enumeration(let written), _) = model.fields[known].kind,
        case .value(let type) = described.models[index].fields[number].kind
      {
        haveEnum(type, written)
      }
      let name = described.models[index].fields[number].name
      described.models[index].fields[number].name =
        known.map { model.fields[$0].name } ?? IntrospectedNames.distinct(name, from: taken)
      taken.insert(described.models[index].fields[number].name)
    }
  }

  // MARK: Changes

  private mutating func removeMissing(_ parsed: Parsed, _ present: CatalogColumns, _ edits: inout SourceEdits) {
    var gone: Set<Int> = []
    for (number, model, syntax) in parsed.models where !present.contains(table: model.table, dialect) {
      gone.insert(number)
      edits.removeLines(of: syntax.range, syntax.documentation?.range)
      changes.append("removed \(model.name): there is no table '\(model.table)'")
    }
    for (number, model, syntax) in parsed.models where !gone.contains(number) {
      for field in model.fields.indices where !model.fields[field].isImplied {
        switch model.fields[field].kind {
        case .inverse(let other, of: let inverse, _):
          let source = parsed.schema.models[other]
          let isGone = source.isExternal && (gone.contains(other)
            || source.columnNames(of: inverse).contains { !present.contains(source.table, $0, dialect) })
          if isGone { remove(field, of: model, syntax, &edits) }
        case .toOne(let target, _, _) where gone.contains(target):
          guard let (line, _) = line(of: model, field) else {
            remove(field, of: model, syntax, &edits)
            continue
          }
          edits.replace(syntax.field(model.fields[field].name)?.range, with: line)
          changes.append("changed \(model.name).\(model.fields[field].name): what it refers to is gone")
        default:
          guard let column = model.columnNames(of: field).first(where: { !present.contains(model.table, $0, dialect) })
          else { continue }
          remove(field, of: model, syntax, &edits)
          released.formUnion(model.columnNames(of: field).map { [model.table, $0] })
          changes.append("removed \(model.name).\(model.fields[field].name): there is no column '\(column)'")
        }
      }
    }
  }

  private func remove(_ field: Int, of model: Model, _ syntax: OwnerSyntax, _ edits: inout SourceEdits) {
    let name = model.fields[field].name
    for member in syntax.members {
      switch member {
      case .field(let syntax) where syntax.name.text == name:
        edits.removeLines(of: syntax.range, syntax.documentation?.range)
      case .constraint(let constraint) where constraint.columns.contains { $0.name.text == name }:
        edits.removeLines(of: constraint.range, nil)
      default: break
      }
    }
  }

  private mutating func addNew(_ parsed: Parsed, _ known: CatalogColumns, _ edits: inout SourceEdits) {
    let file = SchemaFile(described, names)
    var added: [IntrospectedField] = []
    for (index, model) in described.models.enumerated() {
      let table = dialect.canonicalName(model.table)
      guard let (_, old, syntax) = parsed.models.first(where: { dialect.canonicalName($0.model.table) == table }) else {
        if known.contains(table: model.table, dialect) { continue }
        edits.append(file.lines(ofModel: index))
        added += model.fields
        changes.append("added \(model.name): the table '\(model.table)' is new")
        continue
      }
      let columns = Set(old.columns.map { dialect.canonicalName($0.name) })
      for (number, field) in model.fields.enumerated() {
        guard !field.columns.contains(where: { columns.contains(dialect.canonicalName($0)) }),
          field.columns.contains(where: {
            !known.contains(model.table, $0, dialect) || released.contains([old.table, $0])
          })
        else { continue }
        // A reserved name keeps its column out.
        if old.reservedNames.contains(where: { $0.name == field.name }) { continue }
        edits.insert(file.line(of: number, in: model), afterFieldsOf: syntax)
        added.append(field)
        changes.append("added \(model.name).\(field.name): the column '\(field.columns[0])' is new")
      }
    }
    changes += edits.add(described.enums.map(\.declared), to: parsed.schema, parsed.declarations) { name in
      added.contains { $0.isValue(of: name) }
    }
  }

  /// Follows what `prepare` refuses. Returns whether anything was changed.
  package mutating func takeOver(_ differences: [SchemaDifference]) throws(Failure) -> Bool {
    let parsed = try parsed()
    let before = text
    var edits = SourceEdits(text)
    var changed: Set<String> = []
    for difference in differences where changed.insert(difference.table).inserted {
      guard let (_, model, syntax) = parsed.models.first(where: { $0.model.table == difference.table }),
        let column = difference.column,
        let field = model.fields.indices.first(where: { model.columnNames(of: $0).contains(column) }),
        let written = syntax.field(model.fields[field].name)
      else { continue }
      let name = "\(model.name).\(model.fields[field].name)"
      let reason = difference.found.map { "the database has \($0)" } ?? difference.problem
      if case .toOne = model.fields[field].kind, line(of: model, field)?.isRelation == false {
        // The relation stays one. Only the foreign key is gone.
        if let rule = written.attributes.first(where: { $0.name.text == AttributeKind.onDelete.rawValue }) {
          edits.replace(rule.range, with: "@onDelete(unconstrained)")
        } else {
          edits.replace(written.range, with: edits.text(of: written.range) + " @onDelete(unconstrained)")
        }
      } else if let (line, _) = line(of: model, field) {
        let kept = written.attributes.filter { Self.keptAttributes.contains($0.name.text) }
        let new = ([line] + kept.map { edits.text(of: $0.range) }).joined(separator: " ")
        if new == edits.text(of: written.range) { removeUniques(named: written.name.text, syntax, &edits) }
        edits.replace(written.range, with: new)
      } else {
        remove(field, of: model, syntax, &edits)
        let columns = model.columnNames(of: field)
        for line in lines(of: columns, inTable: model.table) { edits.insert(line, afterFieldsOf: syntax) }
      }
      changes.append("changed \(name): \(reason)")
    }
    text = edits.text
    return text != before
  }

  /// Removes the unique constraints of several fields that have a field which is as it should be otherwise.
  private func removeUniques(named name: String, _ syntax: OwnerSyntax, _ edits: inout SourceEdits) {
    for case .constraint(let constraint) in syntax.members
    where constraint.kind == .unique && constraint.columns.contains(where: { $0.name.text == name }) {
      edits.removeLines(of: constraint.range, nil)
    }
  }

  /// The lines of the described fields of some columns.
  private func lines(of columns: [String], inTable table: String) -> [String] {
    guard columns.count > 1, let index = model(of: table) else { return [] }
    let wanted = Set(columns.map(dialect.canonicalName))
    let model = described.models[index]
    let file = SchemaFile(described, names)
    return model.fields.indices.filter { number in
      let columns = model.fields[number].columns.map(dialect.canonicalName)
      return !columns.isEmpty && wanted.isSuperset(of: columns)
    }.map { file.line(of: $0, in: model) }
  }

  /// The attributes that say nothing of the database.
  private static let keptAttributes = Set(
    [AttributeKind.sensitive, .deprecated, .allow, .updatedAt, .version].map(\.rawValue))

  /// The line of the described field that has the columns of a field, without its comment.
  private func line(of model: Model, _ field: Int) -> (text: String, isRelation: Bool)? {
    let columns = model.columnNames(of: field).map(dialect.canonicalName)
    guard let index = self.model(of: model.table),
      let number = described.models[index].fields.firstIndex(where: {
        !columns.isEmpty && $0.columns.map(dialect.canonicalName) == columns
      })
    else { return nil }
    var field = described.models[index].fields[number]
    field.comment = nil
    // A declaration can't be added to a line: the text has the same form.
    if let type = field.rawType, described.enums.contains(where: { field.isValue(of: $0.declared.name) }) {
      (field.kind, field.defaultText) = (.value(type: type), nil)
    }
    let isRelation = field.isRelation
    var schema = described
    schema.models[index].fields[number] = field
    return (SchemaFile(schema, names).line(of: number, in: schema.models[index]), isRelation)
  }
}

extension Model {
  fileprivate func columnNames(of field: Int) -> [String] {
    // A linked relation's columns are those of other fields.
    columns.filter { $0.field == field }.map(\.name)
  }
}

extension IntrospectedField {
  fileprivate var isRelation: Bool { if case .relation = kind { true } else { false } }
}

extension OwnerSyntax {
  fileprivate func field(_ name: String) -> FieldSyntax? {
    members.lazy.compactMap { if case .field(let field) = $0 { field } else { nil } }.first { $0.name.text == name }
  }
}
