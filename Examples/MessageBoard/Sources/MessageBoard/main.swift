// Puts messages on the board, and shows all messages:
//   swift run MessageBoard [FILE.sqlite] [MESSAGE …]

import Board
import Foundation
import IgataSQLite

let arguments = Array(CommandLine.arguments.dropFirst())
do {
  let database = Database(try SQLiteBackend(path: arguments.first ?? "board.sqlite"))
  try await database.prepare(MessageSchema.self)
  let messages = arguments.count > 1 ? Array(arguments.dropFirst()) : ["こんにちは", "Hello"]
  for message in messages { try await database.save(data: ["message": message], structure: Message.self) }
  for message in try await database.load(structure: Message.self) {
    print("\(message["date"] ?? "")  \(message["message"] ?? "")")
  }
} catch {
  FileHandle.standardError.write(Data("MessageBoard: \(error)\n".utf8))
  exit(1)
}
