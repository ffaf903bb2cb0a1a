// Brings a database to the newest of some versions, until it is killed:
//   Migrator DATABASE BATCH VERSION…
// Each version is the path of a schema.

import Foundation
@_spi(Backend) import IgataRuntime
import IgataSQLite
@_spi(Backend) import MigrationSupport

let arguments = CommandLine.arguments
guard arguments.count > 3, let batchSize = Int(arguments[2]) else { exit(2) }
let versions = try Versions(arguments[3...].map { try String(contentsOfFile: $0, encoding: .utf8) })
let backend = try SQLiteBackend(path: arguments[1])
let request = versions.request(MigrationOptions(batchSize: batchSize))
let result = try await backend.migrate(request) { _ in }
print(result.outcome)
