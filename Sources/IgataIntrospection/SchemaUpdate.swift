internal import IgataDiagnostics
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
    /// Change after change, and there seems to be no end.
    case endless(lastChange: String)
    /// No model of the schema is one of the database's tables.
    case otherDatabase
  }

  package internal(set) var text: String
  /// What was changed, in the order of the schema, as lines for people.
  package internal(set) var changes: [String] = []
  /// The database as it is, in the words of the schema.
  var described: IntrospectedSchema
  let names: NamingRules
  let dialect: any CatalogDialect
  /// The columns of fields that were removed because another of their columns is gone.
  private var released: Set<[String]> = []
  /// The enums of the schema.
  var enums: Set<String>
  /// The columns of the fields of the schema, by the names of the model and the field.
  let columns: [[String]: [String]]
  /// The tables and columns of the schema before anything was changed.
  private let columnsBefore: Set<[String]>
  /// How far each field, by its model and its name, follows the database.
  var steps: [[String]: FollowStep] = [:]
  /// How many changes are left until something must be wrong here.
  var changesLeft: Int

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
    let parsed = Parsed(text, names, dialect)
    if let error = parsed.errors.first {
      throw .invalid(line: parsed.file.position(at: error.range.start).line, message: error.message)
    }
    enums = Set(parsed.schema.enums.map(\.name))
    var columns: [[String]: [String]] = [:]
    for (model, _) in parsed.models {
      for (number, field) in model.fields.enumerated() {
        columns[[model.name, field.name]] = model.columnNames(of: number)
      }
    }
    self.columns = columns
    columnsBefore = parsed.columns
    let fields = parsed.schema.models.map(\.fields.count) + described.models.map(\.fields.count)
    changesLeft = fields.reduce(20) { $0 + ($1 + 2) * FollowStep.allCases.count }
    // Without any model, all that it had may have been removed, as it couldn't be described.
    let isOfDatabase =
      parsed.schema.models.isEmpty || parsed.models.contains { present.contains(table: $0.model.table, dialect) }
    guard isOfDatabase else {
      throw .otherDatabase
    }
    // What was left out by hand stays so, and what refers to it has the values of its columns.
    var fitting = SchemaFitting(described, names)
    for model in described.models
    where known.contains(table: model.table, dialect) && parsed.model(of: model.table) == nil {
      fitting.leaveOut(table: model.table)
    }
    self.described = fitting.schema
    adoptNames(parsed)
    var edits = SourceEdits(text)
    removeMissing(parsed, present, &edits)
    addNew(parsed, known, &edits)
    self.text = edits.text
  }

  /// The tables and columns that the schema had, and doesn't have any more.
  package var removed: Set<[String]> { columnsBefore.subtracting(Parsed(text, names, dialect).columns) }

  // MARK: The schema as it is

  struct Parsed {
    let file: SourceFile
    let schema: Schema
    let declarations: [DeclarationSyntax]
    let errors: [Diagnostic]
    let dialect: any CatalogDialect

    /// The table and the name of each column.
    var columns: Set<[String]> {
      Set(models.flatMap { model, _ in model.columns.map { [model.table, $0.name].map(dialect.canonicalName) } })
    }

    init(_ text: String, _ names: NamingRules, _ dialect: any CatalogDialect) {
      file = SourceFile(name: "schema.igata", text: text)
      let (tree, syntaxErrors) = parse(file, file: 0)
      let (schema, findings) = resolve([tree], options: ResolveOptions(names: names), syntaxErrors: syntaxErrors)
      errors = (syntaxErrors + findings).filter { $0.severity == .error }
      (self.schema, declarations, self.dialect) = (schema, tree.declarations, dialect)
    }

    var owners: [OwnerSyntax] { declarations.compactMap { if case .model(let syntax) = $0 { syntax } else { nil } } }

    /// The external models.
    var models: [(model: Model, syntax: OwnerSyntax)] {
      let owners = Dictionary(owners.map { ($0.name?.text ?? "", $0) }) { first, _ in first }
      return schema.models.compactMap { model in
        model.isExternal ? owners[model.name].map { (model, $0) } : nil
      }
    }

    /// The external model of a table.
    func model(of table: String) -> (model: Model, syntax: OwnerSyntax)? {
      let name = dialect.canonicalName(table)
      return models.first { dialect.canonicalName($0.model.table) == name }
    }
  }

  /// The schema. What doesn't compile after the changes follows them.
  package mutating func resolved() throws(Failure) -> Schema {
    while true {
      let parsed = Parsed(text, names, dialect)
      guard let error = parsed.errors.first else { return parsed.schema }
      guard try mend(parsed) else {
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let line = lines[parsed.file.position(at: error.range.start).line - 1]
        throw .unfitting(
          line: String(decoding: line.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self), message: error.message)
      }
    }
  }

  func model(of table: String) -> Int? {
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
      guard let model = parsed.model(of: described.models[index].table)?.model else {
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
      let known = model.fields.indices.first { model.columnNames(of: $0).map(dialect.canonicalName) == columns }
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

  /// Removes what is gone. What names it doesn't compile then, and follows.
  private mutating func removeMissing(_ parsed: Parsed, _ present: CatalogColumns, _ edits: inout SourceEdits) {
    for (model, syntax) in parsed.models {
      guard present.contains(table: model.table, dialect) else {
        edits.removeLines(of: syntax.range, syntax.documentation?.range)
        changes.append("removed \(model.name): there is no table '\(model.table)'")
        continue
      }
      for field in model.fields.indices {
        let columns = model.columnNames(of: field)
        guard let column = columns.first(where: { !present.contains(model.table, $0, dialect) }),
          let written = syntax.field(model.fields[field].name)
        else { continue }
        edits.removeLines(of: written.range, written.documentation?.range)
        released.formUnion(columns.map { [model.table, $0] })
        changes.append("removed \(model.name).\(model.fields[field].name): there is no column '\(column)'")
      }
    }
  }

  private mutating func addNew(_ parsed: Parsed, _ known: CatalogColumns, _ edits: inout SourceEdits) {
    let file = SchemaFile(described, names)
    var added: [IntrospectedField] = []
    for (index, model) in described.models.enumerated() {
      guard let (old, syntax) = parsed.model(of: model.table) else {
        if known.contains(table: model.table, dialect) { continue }
        edits.append(file.lines(ofModel: index))
        added += model.fields
        changes.append("added \(model.name): the table '\(model.table)' is new")
        continue
      }
      for case .field(let field) in syntax.members where field.isUnconstrained && !old.isReadOnly {
        let columns = (self.columns[[old.name, field.name.text]] ?? []).map(dialect.canonicalName)
        guard let line = line(of: columns, of: index, isRelation: true), case .relation(let relation) = line.field.kind,
          self.model(of: relation.table).map({ described.models[$0].name }) == field.type?.base?.text
        else { continue }
        edits.change(field, to: line.text, keepsMore: true)
        changes.append("changed \(model.name).\(field.name.text): the database has its foreign key again")
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
    enums.formUnion(described.enums.map(\.declared.name).filter { name in added.contains { $0.isValue(of: name) } })
  }
}

extension Model {
  func columnNames(of field: Int) -> [String] {
    // A linked relation's columns are those of other fields.
    columns.filter { $0.field == field }.map(\.name)
  }
}

extension IntrospectedField {
  var isRelation: Bool { if case .relation = kind { true } else { false } }
}

extension OwnerSyntax {
  func field(_ name: String) -> FieldSyntax? {
    members.lazy.compactMap { if case .field(let field) = $0 { field } else { nil } }.first { $0.name.text == name }
  }
}

extension FieldSyntax {
  var isUnconstrained: Bool {
    attributes.first { $0.name.text == AttributeKind.onDelete.rawValue }?.arguments?.contains { argument in
      if case .name(let rule) = argument.value { rule.text == "unconstrained" } else { false }
    } ?? false
  }

  func has(_ attribute: AttributeKind) -> Bool { attributes.has(attribute.rawValue) }
}

extension TypeReferenceSyntax {
  /// The name of the type without `?` and `[]`.
  var base: NameSyntax? {
    switch self {
    case .named(let name, _, _): name
    case .list(let type, _), .optional(let type, _): type.base
    }
  }
}
