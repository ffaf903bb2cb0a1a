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
    case unfitting(line: Int, text: String, message: String)
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
  /// The other sides of relations that were removed, by the names of their models.
  private var removedInverses: [String: Set<String>] = [:]
  /// The enums of the schema.
  var enums: Set<String>
  /// The columns of the fields of the schema, as they are compared, by the names of the model and the field.
  private(set) var columns: [[String]: [String]] = [:]
  /// The schema as it was parsed last.
  private var latest: ParsedSchema
  /// The schema before anything was changed.
  private let first: ParsedSchema
  /// The enums that can hold any value now.
  var openedEnums: Set<String> = []
  /// The relations that the database has got, by their tables and columns.
  var newRelations: Set<[String]> = []
  /// How far each field, by its model and its name, follows the database.
  var steps: [[String]: FollowStep] = [:]
  /// How many changes are left until something must be wrong here.
  var changesLeft: Int

  /// - Parameters:
  ///   - text: The schema.
  ///   - described: The description of the database as it is.
  ///   - present: The columns of each table that is there.
  ///   - known: The columns of each table that was there when the schema was written.
  ///   - difference: What the database has changed since then; `nil` if it is the same, or nobody knows.
  package init(
    _ text: String, _ described: IntrospectedSchema, present: CatalogColumns, known: CatalogColumns,
    difference: CatalogDifference?, _ names: NamingRules, _ dialect: any CatalogDialect
  ) throws(Failure) {
    self.text = text
    self.described = described
    self.names = names
    self.dialect = dialect
    let parsed = ParsedSchema(text, names, dialect)
    if let error = parsed.errors.first {
      throw .invalid(line: parsed.file.position(at: error.range.start).line, message: error.message)
    }
    (first, latest) = (parsed, parsed)
    enums = Set(parsed.schema.enums.map(\.name))
    let fields = parsed.schema.models.map(\.fields.count) + described.models.map(\.fields.count)
    changesLeft = fields.reduce(20) { $0 + ($1 + 2) * (FollowStep.allCases.count + 1) }
    // Without any model, all that it had may have been removed, as it couldn't be described.
    let isOfDatabase =
      parsed.schema.models.isEmpty || parsed.models.contains { present.contains(table: $0.model.table, dialect) }
    guard isOfDatabase else {
      throw .otherDatabase
    }
    // What was left out by hand stays so, and what refers to it has the values of its columns.
    var fitting = SchemaFitting(described, names)
    let leftOut = described.models.map(\.table).filter {
      known.contains(table: $0, dialect) && parsed.model(of: $0) == nil
    }
    for table in leftOut { fitting.leaveOut(table: table) }
    var difference = difference
    difference?.fit(names, leavingOut: leftOut)
    for model in described.models {
      guard let written = parsed.model(of: model.table) else { continue }
      let columns = Set(written.columns.joined())
      for column in model.fields.flatMap(\.columns)
      where known.contains(model.table, column, dialect) && !columns.contains(dialect.canonicalName(column)) {
        fitting.leaveOut(column: column, ofTable: model.table)
      }
    }
    self.described = fitting.schema
    let renamed = difference.map { newRelationNames(parsed, since: $0.written) } ?? [:]
    let moved = difference.map { $0.after.movedEnums(since: $0.before, dialect) } ?? []
    self.described.adoptNames(of: parsed, renamed: renamed, moved: moved, dialect)
    for known in parsed.models {
      for (field, columns) in zip(known.model.fields, known.columns) where !columns.isEmpty {
        let name = renamed[[dialect.canonicalName(known.model.table)] + columns] ?? field.name
        self.columns[[known.model.name, name]] = columns
      }
    }
    var edits = SourceEdits(text)
    removeMissing(parsed, present, &edits)
    let written = Set(difference?.before.enums.map { $0.declared.lines().joined(separator: "\n").sortedLines } ?? [])
    difference?.before.adoptNames(of: parsed, renamed: renamed, moved: [], dialect)
    difference?.written.adoptNames(of: parsed, renamed: renamed, moved: [], dialect)
    difference?.after.adoptNames(of: parsed, renamed: renamed, moved: moved, dialect)
    if let difference { follow(difference, enums: written, parsed, &edits) }
    let added = addNew(parsed, known, &edits)
    if let difference {
      followConstraints(difference, parsed, added: added, &edits)
      followInverses(difference, parsed, &edits)
    }
    addEnumCases(parsed, since: difference, &edits)
    self.text = edits.text
    if let difference { followKeys(difference) }
  }

  /// The tables and columns that the schema had, and doesn't have any more.
  package var removed: Set<[String]> {
    latest.text == first.text ? [] : first.columns.subtracting(latest.columns)
  }

  var firstText: String { first.text }

  /// The schema as it is.
  mutating func parsed() -> ParsedSchema {
    if latest.text != text { latest = ParsedSchema(text, names, dialect) }
    return latest
  }

  /// The schema. What doesn't compile after the changes follows them.
  package mutating func resolved() throws(Failure) -> Schema {
    while true {
      let parsed = parsed()
      guard let error = parsed.errors.first else { return parsed.schema }
      guard try mend(parsed) else { throw unfitting(error, parsed) }
    }
  }

  /// An error that nothing follows, with the line of the schema as it was, or else that of its model.
  private func unfitting(_ error: Diagnostic, _ parsed: ParsedSchema) -> Failure {
    let text = parsed.lines[parsed.file.position(at: error.range.start).line - 1]
    let name = parsed.owners.first { $0.range.contains(error.range.start) }?.name?.text
    let model = first.owners.first { $0.name?.text == name }?.range
    let range = (model?.start ?? 0, model?.end ?? first.text.utf8.count)
    let numbers = first.file.position(at: range.0).line...first.file.position(at: range.1).line
    let line = numbers.first { first.lines[$0 - 1] == text } ?? numbers.lowerBound
    return .unfitting(line: line, text: text, message: error.message)
  }

  func model(of table: String) -> Int? { described.model(of: table, dialect) }

  // MARK: Changes

  /// Removes what is gone, and the other sides of relations that are. What else names it doesn't compile then, and
  /// follows.
  private mutating func removeMissing(_ parsed: ParsedSchema, _ present: CatalogColumns, _ edits: inout SourceEdits) {
    var gone: Set<[Int]> = []
    for known in parsed.models {
      let (model, syntax) = (known.model, known.syntax)
      guard present.contains(table: model.table, dialect) else {
        edits.removeLines(of: syntax.range, syntax.documentation?.range)
        changes.append("removed \(model.name): there is no table '\(model.table)'")
        continue
      }
      for (number, columns) in known.columns.enumerated() {
        let field = model.fields[number]
        guard let column = columns.first(where: { !present.contains(model.table, $0, dialect) }),
          let written = syntax.field(field.name)
        else { continue }
        edits.removeLines(of: written.range, written.documentation?.range)
        gone.insert([known.number, number])
        released.formUnion(columns.map { [model.table, $0] })
        let name = model.columns.first { dialect.canonicalName($0.name) == column }?.name ?? column
        changes.append("removed \(model.name).\(field.name): there is no column '\(name)'")
      }
    }
    for (model, syntax) in parsed.models.map({ ($0.model, $0.syntax) }) {
      for field in model.fields {
        guard case .inverse(let source, let relation, _) = field.kind, gone.contains([source, relation]),
          let written = syntax.field(field.name)
        else { continue }
        edits.removeLines(of: written.range, written.documentation?.range)
        removedInverses[model.name, default: []].insert(field.name)
        let target = parsed.schema.models[source]
        let name = target.fields[relation].name
        changes.append("removed \(model.name).\(field.name): model '\(target.name)' has no field '\(name)'")
      }
    }
  }

  /// Returns the columns of the fields that were added, by the names of their tables.
  private mutating func addNew(
    _ parsed: ParsedSchema, _ known: CatalogColumns, _ edits: inout SourceEdits
  ) -> [String: [[String]]] {
    let isNew = described.models.map { parsed.model(of: $0.table) == nil && !known.contains(table: $0.table, dialect) }
    let added = described.models.indices.map { isNew[$0] ? [] : newFields(of: $0, parsed, known) }
    for (index, model) in described.models.enumerated() {
      for number in isNew[index] ? Array(model.fields.indices) : added[index] where model.fields[number].isRelation {
        newRelations.insert([model.table] + model.fields[number].columns)
      }
    }
    let inverses = addInverses(parsed)
    let file = isNew.contains(true) ? SchemaFile(described, names) : nil
    let lines = MemberLines(schema: described, rules: names)
    var used: Set<String> = []
    for (index, model) in described.models.enumerated() {
      if isNew[index] {
        edits.append(file?.lines(ofModel: index) ?? [])
        used.formUnion(model.fields.compactMap(\.elementType))
        changes.append("added \(model.name): the table '\(model.table)' is new")
        continue
      }
      guard let syntax = parsed.model(of: model.table)?.syntax else { continue }
      for number in added[index] {
        let field = model.fields[number]
        edits.insert(lines.field(number, of: model), afterFieldsOf: syntax)
        used.formUnion([field.elementType].compactMap(\.self))
        changes.append("added \(model.name).\(field.name): the column '\(field.columns[0])' is new")
      }
      for number in inverses[index] ?? [] {
        edits.insert(lines.field(number, of: model), afterFieldsOf: syntax)
        changes.append("added \(model.name).\(model.fields[number].name): its relation is new")
      }
    }
    for (_, declared) in described.enums where used.contains(declared.name) { declareEnum(declared.name, &edits) }
    let columns = zip(described.models, added).map { model, numbers in
      (model.table, numbers.map { model.fields[$0].columns.map(dialect.canonicalName) })
    }
    return Dictionary(columns, uniquingKeysWith: { first, _ in first })
  }

  /// The described fields of columns that are new.
  private func newFields(of index: Int, _ parsed: ParsedSchema, _ known: CatalogColumns) -> [Int] {
    let model = described.models[index]
    guard let old = parsed.model(of: model.table)?.model else { return [] }
    let columns = Set(old.columns.map { dialect.canonicalName($0.name) }).filter { !released.contains([old.table, $0]) }
    return model.fields.indices.filter { number in
      let field = model.fields[number]
      return !field.ownColumns.contains { columns.contains(dialect.canonicalName($0)) }
        && field.ownColumns.contains { column in
          !known.contains(model.table, column, dialect) || released.contains([old.table, dialect.canonicalName(column)])
        }
        // A reserved name keeps its column out.
        && !old.reservedNames.contains { $0.name == field.name }
    }
  }

  /// Describes the other sides of relations that are new. Returns their numbers for each model.
  private mutating func addInverses(_ parsed: ParsedSchema) -> [Int: [Int]] {
    var added: [Int: [Int]] = [:]
    for model in described.models {
      for field in model.fields where newRelations.contains([model.table] + field.columns) {
        guard case .relation(let relation) = field.kind, let target = self.model(of: relation.table) else { continue }
        let old = parsed.model(of: relation.table)?.model
        let others = Set(described.models[target].fields.map(\.name) + (old?.fields.map(\.name) ?? []))
          .subtracting(removedInverses[described.models[target].name] ?? [])
        let inverse = model.inverse(of: field, apartFrom: others)
        if old?.reservedNames.contains(where: { $0.name == inverse.name }) == true { continue }
        added[target, default: []].append(described.models[target].fields.count)
        described.models[target].fields.append(inverse)
      }
    }
    return added
  }

  /// Declares a described enum that the schema doesn't have.
  mutating func declareEnum(_ name: String, _ edits: inout SourceEdits) {
    guard let declared = described.enums.first(where: { $0.declared.name == name })?.declared else { return }
    if enums.insert(name).inserted { edits.append(declared.lines()) }
  }
}

extension IntrospectedSchema {
  func model(of table: String, _ dialect: any CatalogDialect) -> Int? {
    if let index = models.firstIndex(where: { $0.table == table }) { return index }
    let name = dialect.canonicalName(table)
    return models.firstIndex { dialect.canonicalName($0.table) == name }
  }
}

extension IntrospectedField {
  /// The name of the type of a value, or of the elements of a list.
  var elementType: String? { if case .value(let type) = kind { type.elementType } else { nil } }
}

extension IntrospectedModel {
  /// The other side of a relation, which shows what refers to a row.
  func inverse(of field: IntrospectedField, apartFrom names: Set<String>) -> IntrospectedField {
    let isOne = isUnique(over: field.columns)
    return IntrospectedField(
      name: IntrospectedNames.distinct(inverseName(isOne), from: names),
      kind: .inverse(table: table, field: field.name), columns: [], isOptional: isOne)
  }

  func inverseName(_ isOne: Bool) -> String {
    isOne ? IntrospectedNames.field(name) : IntrospectedNames.list(of: name)
  }

  /// Whether no two rows have the same values in some columns.
  ///
  /// - Parameter canonical: The name of a column as it is compared.
  func isUnique(over columns: [String], _ canonical: (String) -> String = { $0 }) -> Bool {
    key.map(canonical) == columns
      || uniques.contains { parts in
        parts.allSatisfy { $0.function == nil } && Set(parts.map { canonical($0.column) }) == Set(columns)
      }
  }
}
