import Foundation
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataSchema
internal import IgataIntrospection
internal import IgataTables

/// A schema that describes a database and that `prepare` accepts there, and what it leaves out.
struct Introspection {
  private var fitting: SchemaFitting
  let names: NamingRules
  /// The columns that are there.
  let columns: CatalogColumns
  private let columnCount: Int
  private let tableCount: Int
  /// By the names of the tables.
  private let rowNumbers: [String: String]
  /// The tables whose rows can't be read.
  private let unread: [String]

  var schema: IntrospectedSchema { fitting.schema }

  init(
    _ database: FoundDatabase, _ backend: any CatalogedBackend, _ endpoint: Endpoint, _ names: NamingRules
  ) async throws(DatabaseFault) {
    self.names = names
    let tables = database.objects.compactMapValues(\.columned)
    columns = CatalogColumns(tables)
    rowNumbers = tables.compactMapValues { $0.rowNumber?.name }
    tableCount = tables.count
    columnCount = tables.values.map(\.columns.count).reduce(0, +)
    let (rows, unread) = endpoint.dialect == "sqlite" ? await Self.rows(of: tables, backend) : ([:], [])
    self.unread = unread
    let identities = await Self.identities(of: tables, backend)
    let form = { (table: String, column: FoundColumn) -> ColumnForm in
      guard endpoint.dialect == "sqlite" else { return ColumnForm(postgresql: column) }
      if column.name == tables[table]?.rowNumber?.name { return .type("Int") }
      let isKey = tables[table].map { table in
        table.primaryKey.contains(column.name) || table.foreignKeys.contains { $0.columns.contains(column.name) }
      }
      return ColumnForm(sqlite: column, isKey: isKey ?? false, rows[table]?[column.name] ?? ColumnRows())
    }
    let dialect = backend.catalogDialect
    fitting = SchemaFitting(IntrospectedSchema(database, dialect, identities: identities, form: form), names)
    try await fit(backend, endpoint)
    // A key of which no type holds the values, or which the database compares otherwise, is no reason to leave out a
    // table whose rows have numbers.
    let numbered = Set(tables.keys).subtracting(fitting.schema.models.map(\.table)).filter { rowNumbers[$0] != nil }
    if !numbered.isEmpty {
      let again = IntrospectedSchema(database, dialect, identities: identities, byNumber: numbered, form: form)
      fitting = SchemaFitting(again, names)
      try await fit(backend, endpoint)
    }
    fitting.addInverses()
    guard fitting.resolved() != nil else { throw Self.fault(endpoint) }
  }

  /// The columns by which the rows of tables without a key differ.
  private static func identities(
    of tables: [String: FoundTable], _ backend: any CatalogedBackend
  ) async -> [String: String] {
    var result: [String: String] = [:]
    for (name, table) in tables {
      let identity = RowIdentity(table)
      if identity.key != nil { continue }
      // A view can fail when it is read.
      let row = try? await backend.texts(identity.query(name, backend.catalogDialect)).first
      result[name] = row.flatMap(identity.column)
    }
    return result
  }

  /// What the rows of each table hold, and the tables whose rows can't be read.
  private static func rows(
    of tables: [String: FoundTable], _ backend: any CatalogedBackend
  ) async -> (rows: [String: [String: ColumnRows]], unread: [String]) {
    var result: [String: [String: ColumnRows]] = [:]
    var unread: [String] = []
    for (name, table) in tables {
      let columns = table.columns.map(\.name)
      // More columns than that need more results than SQLite allows in one query.
      for start in stride(from: 0, to: columns.count, by: 200) {
        let part = Array(columns[start..<min(start + 200, columns.count)])
        let query = ColumnRows.query(
          part, of: name, isWithoutRowID: table.isWithoutRowID, backend.catalogDialect)
        guard let row = try? await backend.texts(query).first else {
          unread.append(name)
          break
        }
        for (column, counts) in zip(part, ColumnRows.read(row)) { result[name, default: [:]][column] = counts }
      }
      await addForms(to: &result[name, default: [:]], of: name, table, backend)
    }
    return (result, unread.sorted())
  }

  /// Finds the forms that all values of a column have.
  private static func addForms(
    to rows: inout [String: ColumnRows], of name: String, _ table: FoundTable, _ backend: any CatalogedBackend
  ) async {
    var candidates: [(column: String, form: StoredForm)] = []
    for column in table.columns {
      let forms = rows[column.name]?.candidates(of: column.name, declared: column.type) ?? []
      for form in forms { candidates.append((column.name, form)) }
    }
    for start in stride(from: 0, to: candidates.count, by: 200) {
      let part = Array(candidates[start..<min(start + 200, candidates.count)])
      guard
        let query = ColumnRows.query(part, of: name, isWithoutRowID: table.isWithoutRowID, backend.catalogDialect),
        let row = try? await backend.texts(query).first
      else { continue }
      for (candidate, wrong) in zip(part, row) where wrong == "0" {
        rows[candidate.column]?.forms.append(candidate.form)
      }
    }
  }

  /// Takes back what `prepare` refuses, until it accepts the schema.
  private mutating func fit(_ backend: any CatalogedBackend, _ endpoint: Endpoint) async throws(DatabaseFault) {
    // Each turn takes something back.
    while true {
      guard let resolved = fitting.resolved() else { throw Self.fault(endpoint) }
      do {
        _ = try await backend.prepare(TableDescription.tables(resolved.tables))
        return
      } catch .schemaMismatch(let differences) {
        let before = fitting.schema.size
        fitting.takeBack(differences)
        if fitting.schema.size == before { throw DatabaseFault(.schemaMismatch(differences), .database, "\(endpoint)") }
      } catch {
        throw DatabaseFault(error, .database, "\(endpoint)")
      }
    }
  }

  private static func fault(_ endpoint: Endpoint) -> DatabaseFault {
    DatabaseFault(
      .database, "no schema that describes \(endpoint) compiles", help: "this is a fault of igata: please report it")
  }

  // MARK: What is printed

  /// Without the numbers of rows, which the catalog doesn't list.
  private var describedColumns: Int {
    schema.models.map { model in
      model.fields.flatMap(\.columns).count { rowNumbers[model.table] != $0 }
    }.reduce(0, +)
  }

  /// The schema, formatted.
  ///
  /// - Parameters:
  ///   - command: The command that writes it.
  ///   - catalogPath: The path of the catalog beside it.
  func text(by command: String = "introspect", catalogPath: String?) -> String {
    var heading = "igata \(command): \(schema.models.count) tables, \(describedColumns) columns"
    if let catalogPath { heading += "; see \(SchemaFile.oneLine(URL(fileURLWithPath: catalogPath).lastPathComponent))" }
    return SchemaFile(schema, names, heading: [heading]).formatted
  }

  /// What is described and what isn't, for people.
  var report: String {
    schema.report(ofTables: tableCount, described: describedColumns, columns: columnCount)
      + unread.map {
        "igata: the rows of '\(SchemaFile.oneLine($0))' can't be read, so that its types are guesses\n"
      }.joined()
  }
}

extension IntrospectedSchema {
  /// How much it says, which is less after each step back.
  fileprivate var size: Int {
    models.map { model in
      2 + model.uniques.count + model.indexes.count - (model.name.hasSuffix("Row") ? 1 : 0)
        + model.fields.map { field in
          let more = field.attributes.count + (field.rawType == nil ? 0 : 1) + (field.defaultText == nil ? 0 : 1)
          if case .relation(let relation) = field.kind { return more + relation.columnFields.count * 2 + 1 }
          return more + 1
        }.reduce(0, +)
    }.reduce(0, +)
  }
}

extension FoundObject {
  /// A table or a view.
  var columned: FoundTable? {
    switch self {
    case .table(let table), .view(_, let table): table
    case .other: nil
    }
  }
}

extension FoundTable {
  /// Whether no query can use the numbers of the rows.
  fileprivate var isWithoutRowID: Bool { rowNumber == nil && !columns.contains { $0.origin == .countedKey } }
}
