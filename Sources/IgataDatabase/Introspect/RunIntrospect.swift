import Foundation
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataIntrospection
internal import IgataTool

#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataSQLite
#endif

/// Describes the tables of another program as a schema.
func runIntrospect(_ request: IntrospectRequest) async -> ExitStatus {
  await untilStopped({}, "nothing was written") { () async throws(DatabaseFault) in
    let endpoint = try Endpoint(request.database).inSchema(request.serverSchema)
    guard let backend = try endpoint.backend(.database, for: .reading) as? any CatalogedBackend else {
      throw DatabaseFault(
        .request, "this database can't be described", help: "use the path of a SQLite file or a postgresql:// URL")
    }
    let database = try await atDatabase(endpoint) { () async throws(StoreError) in try await backend.foundDatabase() }
    if let name = request.serverSchema, database.objects.isEmpty {
      throw DatabaseFault(
        .database, "\(endpoint) has no table or view in a schema '\(SchemaFile.oneLine(name))'",
        help: "use the name as the database has it, also in upper and lower case")
    }
    let dialect = backend.catalogDialect
    if request.isCheck { return try check(database, dialect, request, endpoint) }
    let introspection = try await Introspection(database, backend, endpoint, request.names)
    guard let path = request.output, let catalogPath = request.catalogPath else {
      try write(introspection.text(catalogPath: nil), to: nil)
      say(introspection.report)
      return .success
    }
    var former: CatalogFile?
    var known = CatalogColumns(catalog: "")
    var removed: Set<[String]> = []
    if FileManager.default.fileExists(atPath: path) {
      former = (try? String(contentsOfFile: catalogPath, encoding: .utf8)).map(CatalogFile.init)
      known = former?.columns ?? known
      let difference = await difference(
        from: former, to: database, known, introspection, dialect, endpoint)
      let updated = try await UpdatedSchema(
        try read(path), at: path, introspection, known: known, difference, backend, endpoint)
      try write(updated.text, to: path)
      removed = updated.removed
      for change in updated.changes { say("igata: \(SchemaFile.oneLine(change))\n") }
      for omission in introspection.schema.omissions where known.isNew(omission, dialect) {
        say("igata: \(SchemaFile.oneLine(omission.text))\n")
      }
      if updated.changes.isEmpty { say("igata: '\(path)' describes what the database has\n") }
    } else {
      try write(introspection.text(catalogPath: catalogPath), to: path)
      say(introspection.report)
    }
    // Last, as it says what the schema was written for.
    let columns = introspection.columns.known(introspection.schema, known, without: removed, dialect)
    try write(CatalogFile(database, columns, dialect).text(replacing: former), to: catalogPath)
    return .success
  }
}

private func read(_ path: String) throws(DatabaseFault) -> String {
  // Bytes, as a byte-order mark stays.
  let bytes = try? Data(contentsOf: URL(fileURLWithPath: path))
  let text = bytes.map { String(decoding: $0, as: UTF8.self) }
  guard let text, bytes.map({ text.utf8.elementsEqual($0) }) == true else {
    throw DatabaseFault(
      .request, "'\(path)' can't be read", help: "use the path of a schema in UTF-8", status: .unreadableInput)
  }
  return text
}

/// What a database has changed since its catalog was written; `nil` if nothing.
private func difference(
  from former: CatalogFile?, to database: FoundDatabase, _ known: CatalogColumns, _ introspection: Introspection,
  _ dialect: any CatalogDialect, _ endpoint: Endpoint
) async -> CatalogDifference? {
  let current = CatalogFile(database, known, dialect)
  guard let former, former.text != current.text else { return nil }
  var before = FoundDatabase()
  let isSQLite = endpoint.dialect == "sqlite"
  if isSQLite {
    guard let objects = await objects(of: former, current) else { return nil }
    before.objects = database.objects.merging(objects) { _, old in old }
  } else {
    before.objects = former.objects
  }
  let objects = before.objects
  // A server's catalogs are both read as they are written, so that only what the file has is different.
  var after = FoundDatabase()
  after.objects = current.objects
  return CatalogDifference(
    before: introspection.describe(before), after: isSQLite ? introspection.whole : introspection.describe(after)
  ) { schema in
    let tables = TableDescription.tables(schema.tables)
    return PreparePlan(tables, objects, [:], isOurs: { _ in false }, dialect).sortedDifferences
  }
}

/// The tables and views of a catalog that another one has otherwise. What SQLite can't make is left out.
private func objects(of former: CatalogFile, _ current: CatalogFile) async -> [String: FoundObject]? {
  #if SQLite || canImport(SQLite3)
  guard let copy = try? SQLiteBackend.inMemory() else { return nil }
  let (statements, others) = (former.statements, current.statements)
  // The columns of a view are those of any tables.
  let hasViews = statements.values.contains { $0.contains { $0.hasPrefix("CREATE VIEW ") } }
  // The file may be one that nobody has read.
  for (table, statements) in statements where hasViews || statements != others[table] {
    for statement in statements { _ = try? await copy.load(statement, .definitions) }
  }
  return try? await copy.foundDatabase().objects
  #else
  return nil
  #endif
}

/// Compares the catalog with the one beside the schema.
private func check(
  _ database: FoundDatabase, _ dialect: any CatalogDialect, _ request: IntrospectRequest, _ endpoint: Endpoint
) throws(DatabaseFault) -> ExitStatus {
  let path = request.catalogPath ?? ""
  guard let known = (try? String(contentsOfFile: path, encoding: .utf8)).map(CatalogFile.init) else {
    throw DatabaseFault(
      .request, "'\(path)' can't be read", help: "'igata introspect -o' writes it with the schema",
      status: .unreadableInput)
  }
  let difference = request.difference(from: known.text, to: CatalogFile(database, known.columns, dialect).text)
  try? FileHandle.standardOutput.write(contentsOf: Data(difference.utf8))
  if difference.isEmpty { say("igata: \(endpoint) has what '\(path)' describes\n") }
  return difference.isEmpty ? .success : .negative
}

/// A schema that is there may have been changed by hand.
func refuseToOverwrite(_ path: String?) throws(DatabaseFault) {
  guard let path, FileManager.default.fileExists(atPath: path) else { return }
  throw DatabaseFault(
    .request, "'\(path)' is there already", help: "use another path, and take from it what you need",
    status: .unwritableOutput)
}

/// Writes a file, or to standard output.
func write(_ text: String, to path: String?) throws(DatabaseFault) {
  guard let path else {
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    return
  }
  do {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
  } catch {
    throw DatabaseFault(.target, "'\(path)' can't be written", help: "create its folder, or use another path")
  }
}

extension Endpoint {
  /// The database, of which another schema comes first on the search path.
  fileprivate func inSchema(_ name: String?) throws(DatabaseFault) -> Endpoint {
    guard let name else { return self }
    guard case .postgresql(let url) = engine, var components = URLComponents(string: url) else {
      throw DatabaseFault(.request, "option '--schema' is for a PostgreSQL database alone", help: "leave it out")
    }
    let quoted = "\"" + name.replacing("\"", with: "\"\"") + "\""
    let escaped = quoted.replacing("\\", with: "\\\\").replacing(" ", with: "\\ ")
    components.queryItems = (components.queryItems ?? []) + [
      URLQueryItem(name: "options", value: "-csearch_path=\(escaped)")
    ]
    guard let url = components.string else {
      throw DatabaseFault(.request, "the URL of the database can't be read", help: "write postgresql://host/name")
    }
    return try Endpoint(url)
  }
}
