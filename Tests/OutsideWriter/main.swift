import GeneratedModels
import IgataRuntime
import IgataSQLite

// Another process that writes to a household's file: `outside-writer <path> <name>…` saves a person for each name, all in
// one transaction.
let arguments = CommandLine.arguments.dropFirst()
if let path = arguments.first {
  try await Store(try SQLiteBackend(path: path)).save(arguments.dropFirst().map { Person(name: $0) })
}
