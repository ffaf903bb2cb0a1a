/// What a save writes, as the page on relations says it, without a store: patients, and documents that refer to one and
/// have a list of labels. Rows and models are identified by small numbers.
struct SaveRule: Equatable {
  enum Failure: Error { case stale, foreignKey, conflict, notLoaded }

  enum Origin: Equatable { case new, keyOnly, read(Int) }

  struct Patient: Equatable {
    var id: Int
    var name = ""
    var phone: String?
    var version: Int64 = 0
    var origin = Origin.new

    func isEqual(_ other: Patient) -> Bool {
      (name, version) == (other.name, other.version) && phone == other.phone
    }
  }

  struct Document: Equatable {
    var id: Int
    var title = ""
    var patientID: Int
    var patient: Patient?
    var base: Patient?
    var labels: [String] = [] { didSet { isListChanged = true } }
    var isListChanged = false
    /// The labels as they were read; `nil` if the program made the list.
    var readLabels: [String]?
    var version: Int64 = 0
    var origin = Origin.new

    /// Whether a save writes the patient: it is new, or was changed through the document.
    var isPatientWritten: Bool {
      guard let patient else { return false }
      return patient.origin == .new || base.map { !$0.isEqual(patient) } ?? false
    }

    /// Assigns a patient: the base is kept for changes of the value that the relation has.
    mutating func refer(to new: Patient) {
      let isChange = patient.map { $0.id == new.id && $0.origin == new.origin } ?? false
      base = isChange ? base ?? patient : nil
      patientID = new.id
      let isBlank = new.origin == .keyOnly && new.isEqual(Patient(id: new.id))
      patient = isBlank ? nil : new
    }
  }

  private(set) var patients: [Int: Patient] = [:]
  private(set) var documents: [Int: Document] = [:]
  private var reads = 0

  private mutating func nextRead() -> Origin {
    reads += 1
    return .read(reads)
  }

  mutating func patient(_ id: Int) -> Patient? {
    let origin = nextRead()
    return patients[id].map { Patient(id: id, name: $0.name, phone: $0.phone, version: $0.version, origin: origin) }
  }

  mutating func document(_ id: Int) -> Document? {
    guard var document = documents[id], var patient = patients[document.patientID] else { return nil }
    document.origin = nextRead()
    patient.origin = document.origin
    (document.patient, document.base, document.readLabels) = (patient, nil, document.labels)
    document.isListChanged = false
    return document
  }

  mutating func delete(patient id: Int) {
    patients[id] = nil
    documents = documents.filter { $1.patientID != id }
  }

  mutating func delete(document id: Int) { documents[id] = nil }

  mutating func save(_ patient: Patient) throws(Failure) -> Patient {
    if patient.origin == .keyOnly { throw .notLoaded }
    let stored = patients[patient.id]
    guard stored.map({ $0.version == patient.version }) ?? (patient.origin == .new) else { throw .stale }
    var saved = patient
    (saved.version, saved.origin) = (patient.version + 1, nextRead())
    patients[patient.id] = saved
    return saved
  }

  /// All or none.
  mutating func save(_ given: [Document]) throws(Failure) -> [Document] {
    var (rule, saved) = (self, given)
    let origin = rule.nextRead()
    var related: [Int: Patient] = [:]
    for document in given {
      guard let patient = document.patient else { continue }
      if patient.origin == .keyOnly { throw .notLoaded }
      guard document.isPatientWritten else { continue }
      if let other = related[patient.id], !other.isEqual(patient) { throw .conflict }
      related[patient.id] = related[patient.id] ?? patient
    }
    for document in given where document.patient == nil && rule.patients[document.patientID] == nil {
      throw .foreignKey
    }
    for (id, patient) in related.sorted(by: { $0.key < $1.key }) {
      let base = given.lazy.compactMap { $0.patient?.id == id ? $0.base : nil }.first
      try rule.write(patient, base)
    }
    for index in saved.indices { try rule.write(&saved[index], origin) }
    self = rule
    return saved
  }

  private mutating func write(_ patient: Patient, _ base: Patient?) throws(Failure) {
    guard var row = patients[patient.id] else {
      if patient.origin != .new { throw .stale }
      var row = patient
      row.version = 1
      patients[patient.id] = row
      return
    }
    guard patient.origin != .new, let base else { return }
    if row.version != patient.version { throw .stale }
    if patient.name != base.name { row.name = patient.name }
    if patient.phone != base.phone { row.phone = patient.phone }
    row.version += 1
    patients[patient.id] = row
  }

  private mutating func write(_ document: inout Document, _ origin: Origin) throws(Failure) {
    let (stored, wasListChanged) = (documents[document.id], document.isListChanged)
    guard stored.map({ $0.version == document.version }) ?? (document.origin == .new) else { throw .stale }
    guard var row = patients[document.patientID] else { throw .foreignKey }
    if document.patient == nil || document.isPatientWritten {
      row.origin = origin
      (document.patient, document.base) = (row, nil)
    }
    let (mine, theirs) = (document.labels, stored?.labels ?? [])
    var labels = mine
    if let base = document.readLabels, document.isListChanged {
      labels = mine.filter { theirs.contains($0) || !base.contains($0) } + theirs.filter { !base.contains($0) }
    }
    document.labels = labels.uniqued
    var written = document
    if document.readLabels != nil, !wasListChanged { written.labels = theirs }
    (document.version, document.origin) = (document.version + 1, origin)
    (document.readLabels, document.isListChanged) = (document.labels, false)
    written.version = document.version
    documents[document.id] = written
  }
}

extension [String] {
  fileprivate var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
