import GeneratedModels
import IgataRuntime
import IgataSamples
import IgataSwiftUI
import Observation
import SwiftUI
import Testing

@MainActor @Observable private final class Log {
  var bodies: [String] = []

  func wait(until holds: (_ last: String) -> Bool) async {
    while !holds(bodies.last ?? "") {
      await withCheckedContinuation { continuation in
        _ = withObservationTracking { bodies } onChange: { continuation.resume() }
      }
    }
  }
}

private struct Summary: View {
  @LiveValue({ try await $0.count(Account.all) }) var count
  @LiveValue(of: { $0.observe(Account.all, with: { $0.entries.limit(2) }) }) var accounts
  @LiveValue<[String]> private var names: [String]?
  private let log: Log

  init(kind: AccountKind, _ log: Log) {
    _names = LiveValue(id: kind, of: { $0.observe(Account.where { $0.kind == kind }) { $0.name } })
    self.log = log
  }

  var body: Text {
    if let count, let accounts, let names {
      log.bodies.append("\(count), \(accounts.map(\.1.count).max() ?? 0), \(names.joined(separator: " "))")
    } else if let error = $count.error {
      log.bodies.append("\(error)")
    }
    return Text("")
  }
}

@MainActor @Suite struct LiveValueTests {
  private let log = Log()

  @Test func valuesFollowTheStore() async throws {
    let owner = Person(name: "Hanako")
    let cash = Account(name: "cash", kind: .cash, owner: owner)
    let entries = [1, 2, 3].map { Entry(account: cash, amount: $0) }
    var environment = EnvironmentValues()
    environment.store = .preview([cash, Account(name: "bank", kind: .bank, owner: owner)], entries)
    let host = ViewHost(Summary(kind: .cash, log), in: environment)
    await log.wait { $0 == "2, 2, cash" }
    host.show(Summary(kind: .cash, log))
    host.show(Summary(kind: .bank, log))
    #expect(log.bodies.suffix(2) == ["2, 2, cash", "2, 2, cash"])
    await log.wait { $0 == "2, 2, bank" }
    try await environment.store.save(Account(name: "card", kind: .card, owner: owner))
    await log.wait { $0 == "3, 2, bank" }
  }

  @Test func aMissingStoreIsAnError() async throws {
    let host = ViewHost(Summary(kind: .cash, log))
    await log.wait { $0.contains(".environment(\\.store, store)") }
    withExtendedLifetime(host) {}
  }
}
