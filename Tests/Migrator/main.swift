// Brings a database to the newest of some versions, until it is killed:
//   Migrator DATABASE BATCH VERSION…
// The database is the path of a SQLite file, or keywords for a connection to PostgreSQL. Each version is the path of a
// schema.

import Foundation
import IgataPostgreSQL
@_spi(Backend) import IgataRuntime
import IgataSQLite
@_spi(Backend) import MigrationSupport

let arguments = CommandLine.arguments
guard arguments.count > 3, let batchSize = Int(arguments[2]) else { exit(2) }
let database = arguments[1]
let isServer = database.contains("host=")
let versions = try Versions(
  arguments[3...].map { try String(contentsOfFile: $0, encoding: .utf8) }, in: isServer ? "postgresql" : "sqlite")
let request = versions.request(MigrationOptions(batchSize: batchSize))
#if PostgreSQL
let backend: any MigratingBackend = isServer ? try PostgreSQLBackend(database) : try SQLiteBackend(path: database)
#else
let backend: any MigratingBackend = try SQLiteBackend(path: database)
#endif
let result = try await backend.migrate(request) { _ in }
print(result.outcome)
