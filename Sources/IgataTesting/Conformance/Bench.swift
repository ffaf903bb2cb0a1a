@_spi(Backend) internal import IgataRuntime
internal import Synchronization

/// The environment of a check.
struct Bench: Sendable {
  let store: Store
  let report: Report
  let seed: UInt64

  /// The writes and deletions of `body`, which uses the same rows: `Account: insert, 10 rows`.
  func writes(_ body: (Store) async throws -> Void) async throws -> [String] {
    let spy = SpyBackend(store.backend)
    try await body(Store(spy))
    return spy.calls.filter { $0.operation == .write || $0.operation == .delete }.map { call in
      String(call.description.drop { $0 != " " }.dropFirst())
    }
  }

  /// Reports a failure if the two differ.
  func expect<Value: Equatable>(_ found: Value, _ expected: Value, _ what: String) {
    if found != expected { report.fail("\(what): expected \(short(expected)), found \(short(found))") }
  }

  func expect(_ isTrue: Bool, _ what: String) {
    if !isTrue { report.fail(what) }
  }

  /// Reports a failure if the body doesn't throw this error.
  func expect(_ expected: StoreError, _ what: String, _ body: () async throws -> Void) async {
    await expect(what, "\(expected)", body) { $0 == expected }
  }

  /// Reports a failure if the body doesn't throw an error that `isRight` accepts.
  func expect(
    _ what: String, _ expected: String, _ body: () async throws -> Void, isRight: (StoreError) -> Bool
  ) async {
    do {
      try await body()
      report.fail("\(what): expected the error \(expected), but nothing was thrown")
    } catch let error as StoreError {
      if !isRight(error) { report.fail("\(what): expected the error \(expected), found \(error)") }
    } catch {
      report.fail("\(what): expected the error \(expected), found \(error)")
    }
  }

  private func short(_ value: some Any) -> String {
    let text = "\(value)"
    return text.utf8.count <= 400 ? text : "\(text.prefix(400))…"
  }
}

/// The failures of a check.
final class Report: Sendable {
  private let failures = Mutex<[String]>([])

  var messages: [String] { failures.withLock { $0 } }

  func fail(_ message: String) {
    // The first failures are enough to find a fault that affects everything.
    failures.withLock { if $0.count < 20 { $0.append(message) } }
  }
}

/// Random numbers that are the same for the same seed on every machine.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
