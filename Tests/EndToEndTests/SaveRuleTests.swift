import Foundation
import IgataRuntime
import GeneratedModels
import Testing

/// Random programs by two actors do the same on a store as by the rule. `IGATA_PROGRAMS` is the number of programs for
/// each backend, and `IGATA_SEED` the first seed.
@Test(arguments: BackendChoice.allCases)
func programsFollowTheRule(_ choice: BackendChoice) async throws {
  let environment = ProcessInfo.processInfo.environment
  let count = environment["IGATA_PROGRAMS"].flatMap { Int($0) } ?? (choice == .memory ? 1500 : 150)
  let first = environment["IGATA_SEED"].flatMap { UInt64($0) } ?? 1
  let store = Store(try choice.make())
  try await store.prepare(HospitalSchema.self)
  for seed in first..<first + UInt64(count) {
    try await store.delete(ClinicDocument.all)
    try await store.delete(Patient.all)
    var program = RandomProgram(store, seed)
    if let difference = try await program.run() {
      Issue.record("seed \(seed): \(difference)\n\(program.log.joined(separator: "\n"))")
      return
    }
  }
}

/// A program, run on a store and by the rule at the same time.
private struct RandomProgram {
  /// The copies that an actor holds, by the number of their row.
  private struct Actor {
    var patients: [Int: (Patient, SaveRule.Patient)] = [:]
    var documents: [Int: (ClinicDocument, SaveRule.Document)] = [:]
  }

  private static let rowCount = 2
  private static let texts = ["a", "b", "c"]

  private let store: Store
  private var generator: SeededNumbers
  private var rule = SaveRule()
  private var actors = [Actor(), Actor()]
  private(set) var log: [String] = []

  init(_ store: Store, _ seed: UInt64) {
    self.store = store
    generator = SeededNumbers(state: seed)
  }

  private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
  private mutating func text() -> String { Self.texts[below(3)] }

  private static func id(_ number: Int) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, UInt8(number + 1)))
  }

  /// What the two differ in; `nil` if they don't.
  mutating func run() async throws -> String? {
    for _ in 0..<30 {
      let (actor, row) = (below(2), below(Self.rowCount))
      if let difference = try await step(actor, row) { return difference }
    }
    for row in 0..<Self.rowCount {
      let patient = try await store.find(Patient.self, id: Self.id(row))
      if let difference = differs(patient, rule.patient(row), "stored patient \(row)") { return difference }
      let document = try await store.find(ClinicDocument.self, id: Self.id(row))
      if let difference = differs(document, rule.document(row), "stored document \(row)") { return difference }
    }
    return nil
  }

  private mutating func step(_ actor: Int, _ row: Int) async throws -> String? {
    let operation = below(16)
    log.append("actor \(actor), row \(row), operation \(operation)")
    switch operation {
    case 0, 1: try await fetch(actor, row)
    case 2: make(actor, row)
    case 3: change(actor, row) { $0.name = $1 } _: { $0.name = $1 }
    case 4...6: relate(actor, row)
    case 7, 8: changeList(actor, row)
    case 9: actors[1 - actor] = actors[actor]
    case 10: try await delete(row)
    case 11, 12: return try await savePatient(actor, row)
    default: return try await saveDocuments(actor, operation == 13 ? Array(0..<Self.rowCount) : [row])
    }
    return nil
  }

  private mutating func fetch(_ actor: Int, _ row: Int) async throws {
    let patient = try await store.find(Patient.self, id: Self.id(row))
    actors[actor].patients[row] = patient.flatMap { found in rule.patient(row).map { (found, $0) } }
    let document = try await store.find(ClinicDocument.self, id: Self.id(row))
    actors[actor].documents[row] = document.flatMap { found in rule.document(row).map { (found, $0) } }
  }

  private mutating func make(_ actor: Int, _ row: Int) {
    let (name, title, target) = (text(), text(), below(Self.rowCount))
    if below(2) == 0 {
      actors[actor].patients[row] = (
        Patient(id: Self.id(row), name: name), SaveRule.Patient(id: row, name: name)
      )
    }
    var document = SaveRule.Document(id: row, title: title, patientID: target)
    guard let (patient, model) = actors[actor].patients[target] else {
      actors[actor].documents[row] = (
        ClinicDocument(id: Self.id(row), patient: .existing(Self.id(target)), title: title), document
      )
      return
    }
    document.patient = model
    actors[actor].documents[row] = (ClinicDocument(id: Self.id(row), patient: patient, title: title), document)
  }

  private mutating func change(
    _ actor: Int, _ row: Int, _ real: (inout Patient, String) -> Void, _ model: (inout SaveRule.Patient, String) -> Void
  ) {
    let text = text()
    guard var pair = actors[actor].patients[row] else { return }
    real(&pair.0, text)
    model(&pair.1, text)
    actors[actor].patients[row] = pair
  }

  private mutating func relate(_ actor: Int, _ row: Int) {
    let (choice, other, text) = (below(4), below(Self.rowCount), text())
    guard var (document, model) = actors[actor].documents[row] else { return }
    switch choice {
    case 0:
      document.patient.phone = text
      var patient = model.patient ?? SaveRule.Patient(id: model.patientID, origin: .keyOnly)
      patient.phone = text
      model.refer(to: patient)
    case 1:
      guard let (patient, patientModel) = actors[actor].patients[other] else { return }
      document.patient = patient
      model.refer(to: patientModel)
    case 2:
      document.patientID = Self.id(other)
      if model.patientID != other { (model.patientID, model.patient, model.base) = (other, nil, nil) }
    default:
      guard let (source, sourceModel) = actors[actor].documents[other] else { return }
      document.patient = source.patient
      model.refer(
        to: sourceModel.patient ?? SaveRule.Patient(id: sourceModel.patientID, origin: .keyOnly))
    }
    actors[actor].documents[row] = (document, model)
  }

  private mutating func changeList(_ actor: Int, _ row: Int) {
    let (text, position) = (text(), below(3))
    guard var (document, model) = actors[actor].documents[row] else { return }
    if position < model.labels.count {
      document.labels.remove(at: position)
      model.labels.remove(at: position)
    } else {
      document.labels.append(ClinicLabel(name: text))
      model.labels.append(text)
    }
    actors[actor].documents[row] = (document, model)
  }

  private mutating func delete(_ row: Int) async throws {
    if below(2) == 0 {
      try await store.delete(Patient.self, id: Self.id(row))
      rule.delete(patient: row)
    } else {
      try await store.delete(ClinicDocument.self, id: Self.id(row))
      rule.delete(document: row)
    }
  }

  private mutating func savePatient(_ actor: Int, _ row: Int) async throws -> String? {
    guard let (patient, model) = actors[actor].patients[row] else { return nil }
    let found = await outcome { try await self.store.save(patient) }
    let expected = Result { () throws(SaveRule.Failure) in try rule.save(model) }
    switch (found, expected) {
    case (.success(let patient), .success(let model)):
      actors[actor].patients[row] = (patient, model)
      return differs(patient, model, "saved patient")
    default: return differs(found, expected)
    }
  }

  private mutating func saveDocuments(_ actor: Int, _ rows: [Int]) async throws -> String? {
    let pairs = rows.compactMap { actors[actor].documents[$0] }
    if pairs.isEmpty { return nil }
    let found = await outcome { try await self.store.save(pairs.map(\.0)) }
    let expected = Result { () throws(SaveRule.Failure) in try rule.save(pairs.map(\.1)) }
    guard case (.success(let documents), .success(let models)) = (found, expected) else {
      return differs(found, expected)
    }
    for (document, model) in zip(documents, models) {
      actors[actor].documents[model.id] = (document, model)
      if let difference = differs(document, model, "saved document \(model.id)") { return difference }
    }
    return nil
  }

  private func outcome<Saved>(_ save: () async throws -> Saved) async -> Result<Saved, StoreError> {
    do {
      return .success(try await save())
    } catch let error as StoreError {
      return .failure(error)
    } catch {
      return .failure(.cancelled)
    }
  }

  private func differs<Found, Expected>(
    _ found: Result<Found, StoreError>, _ expected: Result<Expected, SaveRule.Failure>
  ) -> String? {
    let failure: SaveRule.Failure? = if case .failure(let failure) = expected { failure } else { nil }
    switch (found, failure) {
    case (.success, nil), (.failure(.staleVersion), .stale), (.failure(.foreignKey), .foreignKey),
      (.failure(.conflictingChanges), .conflict), (.failure(.notLoaded), .notLoaded):
      return nil
    default: return "the store returned \(found), and the rule \(expected)"
    }
  }

  private func differs(_ found: Patient?, _ expected: SaveRule.Patient?, _ what: String) -> String? {
    let isEqual =
      found?.name == expected?.name && found?.phone == expected?.phone && found?.version == expected?.version
    return isEqual ? nil : "\(what): found \(String(describing: found)), expected \(String(describing: expected))"
  }

  private func differs(_ found: ClinicDocument?, _ expected: SaveRule.Document?, _ what: String) -> String? {
    let isEqual =
      found?.title == expected?.title && found?.patientID == expected.map { Self.id($0.patientID) }
      && found?.labels.map(\.name) == expected?.labels && found?.version == expected?.version
    guard isEqual else {
      return "\(what): found \(String(describing: found)), expected \(String(describing: expected))"
    }
    return differs(found?.loadedPatient, expected?.patient, what)
  }
}

private struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
