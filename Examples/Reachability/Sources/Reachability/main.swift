// Writes notes while the connection is lost and restored, and prints what a view would show.

import Connection
import Dispatch
import IgataRouting
import IgataRuntime
import IgataTesting

let server = FaultyBackend(MemoryBackend())
let backend = FallbackBackend(
  server, else: MemoryBackend(), outbox: Outbox(), conflicts: .keepTheirs, retries: .milliseconds(50) ... .seconds(1))
let store = Store(backend)
try await store.prepare(NotesSchema.self)
var bag = DisposeBag()
bag.insert(
  ReachabilityViewModel(backend).subscribe(on: DispatchQueue(label: "view")) { reachability in
    print(reachability.isReachable ? "ネットワークに接続しました" : "ネットワークに接続できません (\(reachability))")
  })
try await store.insert(Note(text: "first"))
server.cutOff()
try await store.insert(Note(text: "second"))
print("\(backend.outbox.count) note waits; the store has \(try await store.count(Note.all))")
server.restore()
for await reachability in backend.reachability.changes where reachability.isReachable { break }
print("\(backend.outbox.count) notes wait; the server has \(try await Store(server).count(Note.all))")
