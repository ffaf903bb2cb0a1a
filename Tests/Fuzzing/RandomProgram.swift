import Foundation
import GeneratedModels
import IgataRuntime
import TestSupport

/// What ``RandomProgram`` does with patients and with doctors.
private protocol Person: PersistableModel where PrimaryKey == UUID {
  static var role: SaveRule.Role { get }
  var name: String { get set }
  var phone: String? { get set }
  var wish: ContactWish { get set }
  var hasWish: Bool { get }
  var storedVersion: Int64 { get }
  mutating func clearWish()
  func updateName(in store: Store) async throws -> Self
}

extension Patient: Person {
  static var role: SaveRule.Role { .patient }
  var storedVersion: Int64 { version }
  func updateName(in store: Store) async throws -> Patient { try await store.update(self, only: \.name) }
}

extension Doctor: Person {
  static var role: SaveRule.Role { .doctor }
  var storedVersion: Int64 { 0 }
  func updateName(in store: Store) async throws -> Doctor { try await store.update(self, only: \.name) }
}

/// A program by two actors, run on a store and by ``SaveRule`` at the same time.
struct RandomProgram {
  /// The copies that an actor has, by the numbers of their rows.
  private struct Actor {
    var patients: [Int: (Patient, SaveRule.Person)] = [:]
    var doctors: [Int: (Doctor, SaveRule.Person)] = [:]
    var documents: [Int: (ClinicDocument, SaveRule.Document)] = [:]
  }

  private typealias Copies<Model: Person> = WritableKeyPath<Actor, [Int: (Model, SaveRule.Person)]>

  private static let rowCount = 2
  private static let made = Date(timeIntervalSince1970: 0)

  private let store: Store
  private let steps: Int
  private var random: SplitMix64
  private var rule = SaveRule()
  private var actors = [Actor(), Actor()]
  private(set) var log: [String] = []
  /// How often each kind of outcome was met.
  private(set) var outcomes: [String: Int] = [:]

  init(_ store: Store, _ random: SplitMix64, steps: Int) {
    self.store = store
    self.steps = steps
    self.random = random
  }

  private static func id(_ number: Int) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, UInt8(number + 1)))
  }

  private mutating func text() -> String { random.element(["a", "b", "c"]) }

  /// What the two differ in; `nil` if they don't.
  mutating func run() async throws -> String? {
    for row in 0..<Self.rowCount {
      make(0, row, \Actor.patients)
      make(0, row, \Actor.doctors)
      makeDocument(0, row)
    }
    if let difference = try await saveDocuments(0, Array(0..<Self.rowCount)) { return difference }
    for _ in 0..<steps {
      let (actor, row) = (random.below(2), random.below(Self.rowCount))
      let difference = random.chance(50)
        ? try await documentStep(actor, row)
        : random.chance(50)
          ? try await step(actor, row, \Actor.patients) : try await step(actor, row, \Actor.doctors)
      if let difference { return difference }
    }
    for row in 0..<Self.rowCount {
      if let difference = try await fetch(0, row) { return "stored " + difference }
    }
    let (wishes, expected) = (try await store.count(ContactWish.all), rule.wishCount)
    return wishes == expected ? nil : "\(wishes) wishes are stored, expected \(expected)"
  }

  // MARK: Patients and doctors

  private mutating func step<Model: Person>(
    _ actor: Int, _ row: Int, _ copies: Copies<Model>
  ) async throws -> String? {
    let operation = random.below(11)
    log.append("actor \(actor): \(Model.self) \(row), operation \(operation)")
    switch operation {
    case 0: return try await fetch(actor, row)
    case 1: make(actor, row, copies)
    case 2...4: change(actor, row, copies)
    case 5: actors[1 - actor][keyPath: copies][row] = actors[actor][keyPath: copies][row]
    case 6 where random.chance(40):
      try await delete(Model.self, row)
    case 7 where random.chance(40):
      guard let (person, model) = actors[actor][keyPath: copies][row] else { return nil }
      let found = await outcome { try await store.delete(person) }
      return differs(found, Result { () throws(SaveRule.Failure) in try rule.delete(model) })
    case 8:
      guard let (person, model) = actors[actor][keyPath: copies][row] else { return nil }
      let found = await outcome { try await person.updateName(in: store) }
      let expected = Result { () throws(SaveRule.Failure) in try rule.update(nameOf: model) }
      guard case (.success(let saved), .success(let savedModel)) = (found, expected) else {
        return differs(found, expected)
      }
      actors[actor][keyPath: copies][row] = (saved, savedModel)
      return differs(found, expected)
    default:
      guard let (person, model) = actors[actor][keyPath: copies][row] else { return nil }
      let found = await outcome { try await store.save(person) }
      let expected = Result { () throws(SaveRule.Failure) in try rule.save(model) }
      guard case (.success(let saved), .success(let savedModel)) = (found, expected) else {
        return differs(found, expected)
      }
      actors[actor][keyPath: copies][row] = (saved, savedModel)
      return differs(found, expected) ?? differs(saved, savedModel, "saved \(Model.self) \(row)")
    }
    return nil
  }

  private mutating func make<Model: Person>(_ actor: Int, _ row: Int, _ copies: Copies<Model>) {
    let name = text()
    let patient = Patient(id: Self.id(row), name: name, changedAt: Self.made)
    guard let made = patient as? Model ?? Doctor(id: Self.id(row), name: name) as? Model else { return }
    actors[actor][keyPath: copies][row] = (made, SaveRule.Person(role: Model.role, id: row, name: name))
  }

  private mutating func change<Model: Person>(_ actor: Int, _ row: Int, _ copies: Copies<Model>) {
    guard var (person, model) = actors[actor][keyPath: copies][row] else { return }
    let other = actors[random.below(2)][keyPath: copies][random.below(Self.rowCount)]
    change(&person, &model, other)
    actors[actor][keyPath: copies][row] = (person, model)
  }

  private mutating func change<Model: Person>(
    _ person: inout Model, _ model: inout SaveRule.Person, _ other: (Model, SaveRule.Person)?
  ) {
    let (text, change) = (text(), random.below(6))
    log.append("  change \(change), \(text)")
    switch change {
    case 0: (person.name, model.name) = (text, text)
    case 1: (person.phone, model.phone) = (text, text)
    case 2:
      person.wish.language = text
      var wish = model.wish.value ?? SaveRule.Wish()
      wish.language = text
      model.wish.replace(with: wish)
    case 3:
      person.wish.byMail.toggle()
      var wish = model.wish.value ?? SaveRule.Wish()
      wish.byMail.toggle()
      model.wish.replace(with: wish)
    case 4:
      person.clearWish()
      model.wish.replace(with: nil)
    default:
      guard let (source, sourceModel) = other else { return }
      person.wish = source.wish
      model.wish.replace(with: sourceModel.wish.value ?? SaveRule.Wish())
    }
  }

  private mutating func delete<Model: Person>(_ type: Model.Type, _ row: Int) async throws {
    try await store.delete(Model.self, id: Self.id(row))
    rule.delete(Model.role, row)
  }

  // MARK: Documents

  private mutating func documentStep(_ actor: Int, _ row: Int) async throws -> String? {
    let operation = random.below(16)
    log.append("actor \(actor): document \(row), operation \(operation)")
    switch operation {
    case 0, 1: return try await fetch(actor, row)
    case 2: makeDocument(actor, row)
    case 3...5: relate(actor, row)
    case 6, 7: changeList(actor, row)
    case 8: actors[1 - actor].documents[row] = actors[actor].documents[row]
    case 9 where random.chance(40):
      try await store.delete(ClinicDocument.self, id: Self.id(row))
      rule.delete(document: row)
    case 10: return try await saveDocuments(actor, Array(0..<Self.rowCount))
    case 12, 13: return await updateDocument(actor, row, only: operation == 12 ? .title : .labels)
    case 14, 15: return await changeStoredList(row, isAppended: operation == 14)
    default: return try await saveDocuments(actor, [row])
    }
    return nil
  }

  /// Fetches all copies of one number.
  private mutating func fetch(_ actor: Int, _ row: Int) async throws -> String? {
    let patient = try await store.find(Patient.self, id: Self.id(row))
    let patientModel = rule.person(.patient, row)
    actors[actor].patients[row] = patient.flatMap { found in patientModel.map { (found, $0) } }
    let doctor = try await store.find(Doctor.self, id: Self.id(row))
    let doctorModel = rule.person(.doctor, row)
    actors[actor].doctors[row] = doctor.flatMap { found in doctorModel.map { (found, $0) } }
    let query = ClinicDocument.where { $0.id == Self.id(row) }.including { $0.author }
    let document = try await store.first(query)
    let documentModel = rule.document(row)
    actors[actor].documents[row] = document.flatMap { found in documentModel.map { (found, $0) } }
    return differs(patient, patientModel, "patient \(row)") ?? differs(doctor, doctorModel, "doctor \(row)")
      ?? differs(document, documentModel, "document \(row)")
  }

  private mutating func makeDocument(_ actor: Int, _ row: Int) {
    let (title, target) = (text(), random.below(Self.rowCount))
    var document = ClinicDocument(id: Self.id(row), patient: .existing(Self.id(target)), title: title)
    var model = SaveRule.Document(id: row, title: title, patient: SaveRule.Relation(target))
    if let (patient, patientModel) = actors[actor].patients[target] {
      document = ClinicDocument(id: Self.id(row), patient: patient, title: title)
      model.patient = SaveRule.Relation(to: patientModel)
    }
    actors[actor].documents[row] = (document, model)
  }

  private mutating func relate(_ actor: Int, _ row: Int) {
    let (choice, other) = (random.below(9), random.below(Self.rowCount))
    guard var (document, model) = actors[actor].documents[row] else { return }
    log.append("  relate \(choice), \(other)")
    switch choice {
    case 0, 1:
      var target = model.patient.target ?? SaveRule.Person(role: .patient, id: model.patient.id, origin: .keyOnly)
      change(&document.patient, &target, actors[actor].patients[other])
      model.patient = SaveRule.Relation(to: target, replacing: model.patient)
    case 2:
      guard let (patient, patientModel) = actors[actor].patients[other] else { return }
      document.patient = patient
      model.patient = SaveRule.Relation(to: patientModel, replacing: model.patient)
    case 3:
      document.patientID = Self.id(other)
      if model.patient.id != other { model.patient = SaveRule.Relation(other) }
    case 4:
      guard let (source, sourceModel) = actors[actor].documents[other] else { return }
      document.patient = source.patient
      let target = sourceModel.patient.target
        ?? SaveRule.Person(role: .patient, id: sourceModel.patient.id, origin: .keyOnly)
      model.patient = SaveRule.Relation(to: target, replacing: model.patient)
    case 5, 6:
      guard var author = document.author, var target = model.author?.target else { return }
      change(&author, &target, actors[actor].doctors[other])
      document.author = author
      model.author = SaveRule.Relation(to: target, replacing: model.author)
    case 7:
      guard let (doctor, doctorModel) = actors[actor].doctors[other] else { return }
      document.author = doctor
      model.author = SaveRule.Relation(to: doctorModel, replacing: model.author)
    default:
      guard let (source, sourceModel) = actors[actor].documents[other] else { return }
      document.authorID = source.authorID
      if model.author?.id != sourceModel.author?.id {
        model.author = sourceModel.author.map { SaveRule.Relation($0.id) }
      }
    }
    actors[actor].documents[row] = (document, model)
  }

  private mutating func changeList(_ actor: Int, _ row: Int) {
    let (text, position) = (text(), random.below(3))
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

  private mutating func saveDocuments(_ actor: Int, _ rows: [Int]) async throws -> String? {
    let pairs = rows.compactMap { actors[actor].documents[$0] }
    if pairs.isEmpty { return nil }
    let found = await outcome { try await store.save(pairs.map(\.0)) }
    let expected = Result { () throws(SaveRule.Failure) in try rule.save(pairs.map(\.1)) }
    if let difference = differs(found, expected, rows: pairs.count) { return difference }
    guard case (.success(let documents), .success(let models)) = (found, expected) else { return nil }
    for (document, model) in zip(documents, models) {
      actors[actor].documents[model.id] = (document, model)
      if let difference = differs(document, model, "saved document \(model.id)") { return difference }
    }
    return nil
  }

  private mutating func updateDocument(_ actor: Int, _ row: Int, only field: SaveRule.Field) async -> String? {
    guard let (document, model) = actors[actor].documents[row] else { return nil }
    let found = await outcome {
      switch field {
      case .title: try await store.update(document, only: \.title)
      case .labels: try await store.update(document, only: \.labels)
      }
    }
    let expected = Result { () throws(SaveRule.Failure) in try rule.update(model, only: field) }
    guard case (.success(let saved), .success(let savedModel)) = (found, expected) else {
      return differs(found, expected)
    }
    actors[actor].documents[row] = (saved, savedModel)
    let isEqual = saved.version == savedModel.version && saved.labels.map(\.name) == savedModel.labels
    return isEqual ? differs(found, expected) : "updated \(saved), expected \(savedModel)"
  }

  private mutating func changeStoredList(_ row: Int, isAppended: Bool) async -> String? {
    let names = [text(), text()]
    let document = ClinicDocument.existing(Self.id(row))
    let found = await outcome {
      let labels = names.map { ClinicLabel(name: $0) }
      return isAppended
        ? try await store.append(labels, to: document, \.labels)
        : try await store.remove(labels, from: document, \.labels)
    }
    let expected = Result { () throws(SaveRule.Failure) in
      try rule.change(labelsOf: row) { labels in
        if isAppended { labels += names } else { labels.removeAll { names.contains($0) } }
      }
    }
    return differs(found, expected)
  }

  // MARK: Comparing

  private func outcome<Saved>(_ save: () async throws -> Saved) async -> Result<Saved, StoreError> {
    do {
      return .success(try await save())
    } catch let error as StoreError {
      return .failure(error)
    } catch {
      return .failure(.cancelled)
    }
  }

  /// Which of several rows that can't be written is reported, the rule doesn't say.
  private mutating func differs<Found, Expected>(
    _ found: Result<Found, StoreError>, _ expected: Result<Expected, SaveRule.Failure>, rows: Int = 1
  ) -> String? {
    let failure: SaveRule.Failure? = if case .failure(let failure) = expected { failure } else { nil }
    outcomes[failure.map { "\($0)" } ?? "saved", default: 0] += 1
    switch (found, failure) {
    case (.success, nil), (.failure(.staleVersion), .stale), (.failure(.foreignKey), .foreignKey),
      (.failure(.conflictingChanges), .conflict), (.failure(.notLoaded), .notLoaded), (.failure(.notFound), .missing):
      return nil
    case (.failure(.staleVersion), .foreignKey), (.failure(.foreignKey), .stale), (.failure(.notFound), .stale),
      (.failure(.staleVersion), .missing), (.failure(.foreignKey), .missing), (.failure(.notFound), .foreignKey):
      return rows > 1 ? nil : "the store returned \(found), and the rule \(expected)"
    default: return "the store returned \(found), and the rule \(expected)"
    }
  }

  private func differs<Model: Person>(_ found: Model?, _ expected: SaveRule.Person?, _ what: String) -> String? {
    let wish = found.flatMap { $0.hasWish ? SaveRule.Wish(language: $0.wish.language, byMail: $0.wish.byMail) : nil }
    let isEqual =
      found?.name == expected?.name && found?.phone == expected?.phone && found?.storedVersion == expected?.version
      && wish == expected?.wish.value
    if isEqual { return nil }
    return "\(what): found \(String(describing: found)) with \(String(describing: wish)), "
      + "expected \(String(describing: expected))"
  }

  private func differs(_ found: ClinicDocument?, _ expected: SaveRule.Document?, _ what: String) -> String? {
    let isEqual =
      found?.title == expected?.title && found?.patientID == expected.map { Self.id($0.patient.id) }
      && found?.authorID == expected?.author.map { Self.id($0.id) }
      && found?.labels.map(\.name) == expected?.labels && found?.version == expected?.version
    guard isEqual else {
      return "\(what): found \(String(describing: found)), expected \(String(describing: expected))"
    }
    return differs(found?.loadedPatient, expected?.patient.target, "patient of " + what)
      ?? differs(found?.author, expected?.author?.target, "author of " + what)
  }
}
