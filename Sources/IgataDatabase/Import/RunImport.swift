import Foundation
internal import IgataIntrospection
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTool

#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataSQLite
#endif

/// Describes the models of another tool as a schema.
func runImport(_ request: ImportRequest) async -> ExitStatus {
  await untilStopped({}, "nothing was written") { () async throws(DatabaseFault) in
    try refuseToOverwrite(request.output)
    let (text, report) =
      if let path = request.sqlPath {
        try await importSQL(path, request)
      } else {
        try importPrisma(request)
      }
    try write(text, to: request.output)
    say(report)
    return .success
  }
}

extension ImportRequest {
  fileprivate var nextStep: String {
    let command = "igata introspect DATABASE" + (output.map { " -o \(SchemaFile.oneLine($0))" } ?? "")
    return "igata: with the database at hand, '\(command)' describes what is there\n"
  }
}

private func importPrisma(_ request: ImportRequest) throws(DatabaseFault) -> (text: String, report: String) {
  var files: [(name: String, text: String)] = []
  for path in try prismaPaths(request.paths) { files.append((path, try read(path))) }
  let prisma: PrismaSchema
  do {
    prisma = try PrismaSchema(files)
  } catch {
    throw DatabaseFault(.request, error.text, help: error.help, status: .unreadableInput)
  }
  try refuseNothing(prisma.tableCount, request.paths[0], "model")
  var fitting = SchemaFitting(IntrospectedSchema(prisma), request.names)
  guard fitting.resolved() != nil else {
    throw DatabaseFault(
      .request, "no schema for \(SchemaFile.oneLine(request.paths[0])) compiles",
      help: "this is a fault of igata: please report it")
  }
  let schema = fitting.schema
  let described = schema.models.flatMap(\.fields).map(\.columns.count).reduce(0, +)
  let heading = "igata import: \(schema.models.count) tables, \(described) columns, from Prisma"
  var report = schema.report(ofTables: prisma.tableCount, described: described, columns: prisma.columnCount)
  report += prisma.reportOfSchemas
  report +=
    prisma.isOfKnownDatabase
    ? request.nextStep
    : "igata: no store opens \(SchemaFile.oneLine(prisma.provider)): these are models of new tables\n"
  return (SchemaFile(schema, request.names, heading: [heading]).formatted, report)
}

/// The Prisma files at some paths, sorted in each folder.
private func prismaPaths(_ paths: [String]) throws(DatabaseFault) -> [String] {
  var result: [String] = []
  for path in paths {
    guard FileManager.default.fileExists(atPath: path) else {
      throw DatabaseFault(
        .request, "there is no file '\(path)'", help: "use the path of a Prisma file, or of a folder of them",
        status: .unreadableInput)
    }
    // A file has no contents of this kind.
    guard (try? FileManager.default.contentsOfDirectory(atPath: path)) != nil,
      let names = try? FileManager.default.subpathsOfDirectory(atPath: path)
    else {
      result.append(path)
      continue
    }
    let found = names.filter { $0.hasSuffix(".prisma") && !$0.contains("node_modules/") }.sorted()
    if found.isEmpty {
      throw DatabaseFault(
        .request, "'\(path)' has no Prisma file", help: "use the folder of the files that end with .prisma",
        status: .unreadableInput)
    }
    result += found.map { path + (path.hasSuffix("/") ? "" : "/") + $0 }
  }
  return result
}

private func read(_ path: String) throws(DatabaseFault) -> String {
  func fault(_ problem: String, _ help: String) -> DatabaseFault {
    DatabaseFault(.request, SchemaFile.oneLine("'\(path)' \(problem)"), help: help, status: .unreadableInput)
  }
  guard let data = FileManager.default.contents(atPath: path) else {
    throw fault("can't be read", "let it be readable")
  }
  if data.starts(with: Array("SQLite format 3\0".utf8)) {
    throw fault("is a SQLite database", "describe it with 'igata introspect \(SchemaFile.oneLine(path))'")
  }
  if data.starts(with: Array("PGDMP".utf8)) {
    throw fault(
      "is an archive of pg_dump", "restore it with 'pg_restore', and describe the database with 'igata introspect'")
  }
  if data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]) {
    throw fault("is in UTF-16", "convert it: 'iconv -f UTF-16 -t UTF-8'")
  }
  if let text = String(validating: data, as: UTF8.self) { return text }
  let line = 1 + data.prefix(data.lengthOfUTF8).count { $0 == UInt8(ascii: "\n") }
  throw fault("isn't UTF-8 in line \(line)", "convert it from its encoding: 'iconv -f ISO-8859-1 -t UTF-8'")
}

extension Data {
  /// How many bytes at the beginning are UTF-8.
  fileprivate var lengthOfUTF8: Int {
    var decoder = UTF8()
    var rest = makeIterator()
    var length = 0
    while case .scalarValue(let scalar) = decoder.decode(&rest) { length += UTF8.width(scalar) }
    return length
  }
}

/// Nothing is written where nothing was found.
private func refuseNothing(_ count: Int, _ path: String, _ what: String) throws(DatabaseFault) {
  if count > 0 { return }
  throw DatabaseFault(
    .request, SchemaFile.oneLine("'\(path)' has no \(what)"), help: "use the path of a file that has one",
    status: .unreadableInput)
}

/// Lets SQLite run a script in memory, and describes the tables that it made.
private func importSQL(
  _ path: String, _ request: ImportRequest
) async throws(DatabaseFault) -> (text: String, report: String) {
  #if SQLite || canImport(SQLite3)
  let script = try read(path)
  let endpoint = try Endpoint("sqlite:" + path)
  let backend = try await atDatabase(endpoint) { () async throws(StoreError) in try SQLiteBackend.inMemory() }
  let loaded = try await atDatabase(endpoint) { () async throws(StoreError) in
    try await backend.load(script, .dump(script))
  }
  if let fault = loaded.fault {
    throw DatabaseFault(
      .request, SchemaFile.oneLine("\(path):\(fault.line): \(fault.message)"),
      help: "SQLite reads the dump: use one that 'sqlite3 FILE .dump' makes, or 'igata introspect' with the database",
      status: .unreadableInput)
  }
  var database = try await atDatabase(endpoint) { () async throws(StoreError) in try await backend.foundDatabase() }
  for table in loaded.virtualTables {
    for name in table.shadows where database.objects[name] != nil {
      database.objects[name] = .other(table.shadowKind)
    }
    database.objects[table.name] = .other("a virtual table")
  }
  try refuseNothing(database.objects.count, path, "statement that creates a table")
  let introspection = try await Introspection(database, backend, endpoint, request.names)
  return (introspection.text(by: "import", catalogPath: nil), introspection.report + request.nextStep)
  #else
  throw Endpoint.withoutSQLite
  #endif
}
