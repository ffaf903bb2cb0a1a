// Writes messages to an API by way of an outbox, until it is killed:
//   OutboxWriter PORT FOLDER FIRST COUNT
// It says `+` for each message that it was told is kept, and `.` when the outbox is empty.

import Foundation
import GeneratedModels
import IgataHTTP
import IgataRouting
@_spi(Backend) import IgataRuntime
import IgataSQLite

let arguments = CommandLine.arguments
guard arguments.count == 5, let url = URL(string: "http://127.0.0.1:\(arguments[1])"),
  let begin = Int(arguments[3]), let count = Int(arguments[4])
else { exit(2) }
let folder = arguments[2]
var options = HTTPOptions()
options.attempts = 2
options.pause = .milliseconds(1)
let backend = FallbackBackend(
  HTTPBackend(at: url, options: options), else: MemoryBackend(), outbox: try Outbox(path: folder + "/outbox"),
  conflicts: .stop, retries: .milliseconds(5) ... .milliseconds(20))
let store = Store(backend)
try await store.prepare(MessageSchema.self)
for number in begin..<(begin + count) {
  try await store.insert(Message(message: "\(number)"))
  FileHandle.standardOutput.write(Data("+".utf8))
}
for await reachability in backend.reachability.changes {
  if reachability == .reachable { break }
  if case .stopped(let error) = reachability {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(3)
  }
}
FileHandle.standardOutput.write(Data(".".utf8))
