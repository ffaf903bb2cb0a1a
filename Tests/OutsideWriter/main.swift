import Foundation
import GeneratedModels
import IgataPostgreSQL
import IgataRuntime
import IgataSQLite

// Another process that writes to a household's database.
//
// `OutsideWriter <path> <name>…` saves a person for each name, all in one transaction. `OutsideWriter --storm <path>
// <seed>` writes until it is killed, see `storm`. `OutsideWriter --open <folder> <count> <start>` opens new files at the
// same moments as other processes do, see `openFiles`. `OutsideWriter --contend <database> <name> <count> <isolation>`
// changes the rows that others change, see `contend`; the database is a path, or a PostgreSQL server's keywords if there
// is an isolation.
let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "--storm", arguments.count == 3, let seed = UInt64(arguments[3]) {
  do {
    try await storm(on: Store(try SQLiteBackend(path: arguments[2])), seed: seed)
  } catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
  }
} else if arguments.first == "--open", arguments.count == 4, let count = Int(arguments[3]),
  let start = Double(arguments[4])
{
  try await openFiles(in: arguments[2], count: count, from: start)
} else if arguments.first == "--contend", arguments.count == 4, let count = Int(arguments[4]) {
  try await contend(on: Store(try SQLiteBackend(path: arguments[2])), name: arguments[3], count: count)
} else if arguments.first == "--contend", arguments.count == 5, let count = Int(arguments[4]) {
  #if PostgreSQL
  let isolation: PostgreSQLOptions.Isolation =
    switch arguments[5] {
    case "serializable": .serializable
    case "repeatableRead": .repeatableRead
    default: .oneWriter
    }
  let backend = try PostgreSQLBackend(arguments[2], options: PostgreSQLOptions(isolation: isolation))
  try await contend(on: Store(backend), name: arguments[3], count: count)
  #endif
} else if let path = arguments.first {
  try await Store(try SQLiteBackend(path: path)).save(arguments.dropFirst().map { Person(name: $0) })
}
