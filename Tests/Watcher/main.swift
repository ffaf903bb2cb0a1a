// Watches in every way that there is, cancels or releases it, and tells what is left of it:
//   Watcher ROUNDS [leak]
// It says how many of the objects that the closures held are there still, and how much memory the process had at most,
// in KiB. With `leak`, one stays behind in each round, so that whoever looks for leaks can be seen to find them.

import Foundation
import GeneratedModels
import IgataRouting
@_spi(Backend) import IgataRuntime
import Synchronization

let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100
let leaks = CommandLine.arguments.contains("leak")
let live = LiveCount()
let first = MemoryBackend()
let fallback = FallbackBackend(first, else: MemoryBackend(), outbox: Outbox(), conflicts: .stop)
let store = Store(fallback)
try await store.prepare(MessageSchema.self)
let queue = DispatchQueue(label: "watcher")
var message = Message(message: "0")

for round in 1...rounds {
  let isCancelled = round % 2 == 0
  let results = LiveResults(of: Message.all, in: store)
  let (one, two, three) = (Held(live), Held(live), Held(live))
  let tokens = [
    store.observe(Message.all, on: queue) { _ in one.touch() },
    store.observe({ try await $0.count(Message.all) }, on: queue) { _ in two.touch() },
    store.changes(of: Message.self, on: queue) { _ in three.touch() },
  ]
  let reached = Held(live)
  let reachability = fallback.reachability.observe(on: queue) { _ in reached.touch() }
  let four = Held(live)
  let task = Task { for try await _ in store.observe(Message.all) { four.touch() } }
  let five = Held(live)
  store.callback(on: queue) { _ in
    five.touch()
  } completion: { _ in
  }.cancel()
  await one.wait()
  await two.wait()
  await four.wait()
  while !results.isLoaded { await Task.yield() }
  message.message = "\(round)"
  message = try await store.save(message)
  await three.wait()
  while results.items.first?.message != message.message { await Task.yield() }
  if isCancelled {
    results.cancel()
    for token in tokens { token.cancel() }
    reachability.cancel()
  }
  task.cancel()
  _ = await task.result
  if leaks { one.keep() }
  withExtendedLifetime((tokens, reachability)) {}
}
await live.settle()
// "VmHWM:     24152 kB"
let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
let most = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") }?.split { !$0.isNumber }.first
print(live.count, most.map(String.init) ?? "0")
