import Foundation
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataSchema
internal import IgataIntrospection
internal import IgataTables

/// A schema that describes a database and that `prepare` accepts there, and what it leaves out.
struct Introspection {
  private var fitting: SchemaFitting
  /// What describes the database before anything is taken back.
  private(set) var whole: IntrospectedSchema
  /// The tables whose rows are identified by their numbers, as no key of theirs can be used.
  private var numbered: Set<String> = []
  private let evidence: RowEvidence
  let names: NamingRules
  /// The columns that are there.
  let columns: CatalogColumns
  private let columnCount: Int
  private let tableCount: Int
  /// By the names of the tables.
  let rowNumbers: [String: String]

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
    evidence = await RowEvidence(of: tables, backend, endpoint)
    whole = evidence.describe(database)
    fitting = SchemaFitting(whole, names)
    try await fit(backend, endpoint)
    // A key of which no type holds the values, or which the database compares otherwise, is no reason to leave out a
    // table whose rows have numbers.
    numbered = Set(tables.keys).subtracting(fitting.schema.models.map(\.table)).filter { rowNumbers[$0] != nil }
    if !numbered.isEmpty {
      whole = evidence.describe(database, byNumber: numbered)
      fitting = SchemaFitting(whole, names)
      try await fit(backend, endpoint)
    }
    fitting.addInverses()
    guard fitting.resolved() != nil else { throw Self.fault(endpoint) }
  }

  /// Describes another catalog, as if it had the rows of this database.
  func describe(_ database: FoundDatabase) -> IntrospectedSchema {
    evidence.describe(database, byNumber: numbered)
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
        if !fitting.takeBack(differences) {
          throw DatabaseFault(.schemaMismatch(differences), .database, "\(endpoint)")
        }
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
      model.fields.flatMap(\.ownColumns).count { rowNumbers[model.table] != $0 }
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
      + evidence.unread.map {
        "igata: the rows of '\(SchemaFile.oneLine($0))' can't be read, so that its types are guesses\n"
      }.joined()
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
