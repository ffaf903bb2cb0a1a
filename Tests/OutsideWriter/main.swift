import GeneratedModels
import IgataRuntime
import IgataSQLite

// Another process that writes to a household's file.
//
// `OutsideWriter <path> <name>…` saves a person for each name, all in one transaction. `OutsideWriter --storm <path>
// <seed>` writes until it is killed, see `storm`. `OutsideWriter --open <folder> <count> <start>` opens new files at the
// same moments as other processes do, see `openFiles`.
let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "--storm", arguments.count == 3, let seed = UInt64(arguments[3]) {
  try await storm(on: Store(try SQLiteBackend(path: arguments[2])), seed: seed)
} else if arguments.first == "--open", arguments.count == 4, let count = Int(arguments[3]),
  let start = Double(arguments[4])
{
  try await openFiles(in: arguments[2], count: count, from: start)
} else if let path = arguments.first {
  try await Store(try SQLiteBackend(path: path)).save(arguments.dropFirst().map { Person(name: $0) })
}
