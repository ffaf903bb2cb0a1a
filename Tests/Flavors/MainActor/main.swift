import IgataRuntime

// What is generated for a module whose declarations are isolated to the main actor by default, used on other executors.

struct Shown: Error {
  let texts: [String]
}

/// Collects what shows a secret.
nonisolated struct Probe {
  static let secret = "geheim"
  var found: [String] = []

  mutating func expectHidden(_ value: Any, _ name: String) {
    var dumped = ""
    dump(value, to: &dumped)
    var printed = ""
    print(value, to: &printed)
    let children = Mirror(reflecting: value).children.map { "\($0.value)" }
    for text in ["\(value)", String(describing: value), String(reflecting: value), dumped, printed] + children
    where text.contains(Self.secret) { found.append("\(name): \(text)") }
  }
}

@concurrent nonisolated func probe() async throws -> [String] {
  var probe = Probe()
  let store = Store(MemoryBackend())
  try await store.prepare(VaultSchema.self)
  let owner = try await store.save(Owner(name: Probe.secret, home: Address(city: "c", code: Probe.secret)))
  let note = try await store.save(Note(owner: owner, text: Probe.secret))
  let fetched = try await store.fetch(Owner.where { $0.name == Probe.secret && $0.level == .low })
  guard fetched.count == 1 else { return ["nothing was fetched"] }
  probe.expectHidden(owner, "a model")
  probe.expectHidden(fetched, "models")
  probe.expectHidden(note, "a model with a relation")
  probe.expectHidden(owner.home, "a struct")
  probe.expectHidden(["a": Optional(owner.home)], "a dictionary of optionals")
  probe.expectHidden(Owner.where { $0.name == Probe.secret }, "a query")
  probe.expectHidden(try await store.count(Owner.all.grouped { $0.name }), "groups")
  probe.expectHidden(Change<Owner>.inserted(owner), "a change")
  probe.expectHidden((owner.home, 1), "a tuple")
  return probe.found
}

let shown = try await probe()
let shownDetached = try await Task.detached { try await probe() }.value
if !(shown + shownDetached).isEmpty { throw Shown(texts: shown + shownDetached) }
