/// What a save writes, as the page on relations says it, without a store: patients, who have versions; doctors, who
/// have none; and documents that refer to one of each and have a list of labels. Rows are identified by small numbers.
struct SaveRule {
  enum Failure: Error { case stale, foreignKey, missing, conflict, notLoaded }

  enum Origin: Equatable { case new, keyOnly, read(Int) }

  enum Role { case patient, doctor }

  /// A row of a wrapper.
  struct Wish: Equatable {
    var language = "en"
    var byMail = true
  }

  /// A wrapper as its owner has it.
  struct Owned {
    var value: Wish?
    /// What the owner had before the program changed it, and whether that was stored.
    var replaced: (value: Wish, isStored: Bool)?
    var isStored = false

    mutating func replace(with new: Wish?) {
      if replaced == nil, let value { replaced = (value, isStored) }
      (value, isStored) = (new, false)
    }

    var isCleared: Bool { value == nil && replaced != nil }

    /// The wrapper as a save returns it: as the program has it, or as it is stored if the program only made sure that
    /// there is one.
    func saved(as stored: Owned) -> Owned {
      let isAsStored = change.map { $0.from == $0.to } ?? false
      return Owned(value: isAsStored ? stored.value : value, isStored: true)
    }

    /// What a save changes; `nil` if it leaves the row alone.
    var change: (from: Wish, to: Wish)? {
      guard let value, !isStored else { return nil }
      guard let replaced, replaced.isStored else { return (Wish(), value) }
      return replaced.value == value ? nil : (replaced.value, value)
    }
  }

  struct Person {
    var role: Role
    var id: Int
    var name = ""
    var phone: String?
    var wish = Owned()
    var version: Int64 = 0
    var origin = Origin.new

    func isEqual(_ other: Person) -> Bool {
      (name, version) == (other.name, other.version) && phone == other.phone && wish.value == other.wish.value
    }
  }

  /// A to-one relation.
  struct Relation {
    var id: Int
    var target: Person?
    var base: Person?

    init(_ id: Int, _ target: Person? = nil) { (self.id, self.target) = (id, target) }

    init(to target: Person, replacing old: Relation? = nil) {
      id = target.id
      let isBlank = target.origin == .keyOnly && target.isEqual(Person(role: target.role, id: id))
      if isBlank { return }
      self.target = target
      let isChange = old?.target.map { $0.id == id && $0.origin == target.origin } ?? false
      base = isChange ? old?.base ?? old?.target : nil
    }

    /// Whether a save writes the target: it is new, or was changed through the relation.
    var isWritten: Bool {
      guard let target else { return false }
      return target.origin == .new || base.map { !$0.isEqual(target) } ?? false
    }
  }

  struct Document {
    var id: Int
    var title = ""
    var patient: Relation
    var author: Relation?
    var labels: [String] = [] { didSet { isListChanged = true } }
    var isListChanged = false
    /// The labels as they were read; `nil` if the program made the list.
    var readLabels: [String]?
    var version: Int64 = 0
    var origin = Origin.new

    /// The program's list without what others removed, and then what others added.
    fileprivate mutating func mergeLabels(into theirs: [String]) {
      if let base = readLabels, isListChanged {
        labels = labels.filter { theirs.contains($0) || !base.contains($0) } + theirs.filter { !base.contains($0) }
      }
      labels = labels.uniqued
      (readLabels, isListChanged) = (labels, false)
    }

    fileprivate var relations: [Relation] { [patient] + [author].compactMap(\.self) }
  }

  private struct Row: Hashable {
    var role: Role
    var id: Int
  }

  private var persons: [Row: Person] = [:]
  private var documents: [Int: Document] = [:]
  private var reads = 0

  private mutating func nextRead() -> Origin {
    reads += 1
    return .read(reads)
  }

  mutating func person(_ role: Role, _ id: Int) -> Person? { read(role, id, nextRead()) }

  private func read(_ role: Role, _ id: Int, _ origin: Origin) -> Person? {
    guard var person = persons[Row(role: role, id: id)] else { return nil }
    person.origin = origin
    person.wish = Owned(value: person.wish.value, isStored: true)
    return person
  }

  /// A document with its patient and its author.
  mutating func document(_ id: Int) -> Document? {
    guard var document = documents[id] else { return nil }
    let origin = nextRead()
    document.origin = origin
    document.patient = Relation(document.patient.id, read(.patient, document.patient.id, origin))
    document.author = document.author.map { Relation($0.id, read(.doctor, $0.id, origin)) }
    (document.readLabels, document.isListChanged) = (document.labels, false)
    return document
  }

  /// The number of rows of wrappers.
  var wishCount: Int { persons.values.count { $0.wish.value != nil } }

  mutating func delete(_ role: Role, _ id: Int) {
    persons[Row(role: role, id: id)] = nil
    switch role {
    case .patient: documents = documents.filter { $1.patient.id != id }
    case .doctor: for (document, row) in documents where row.author?.id == id { documents[document]?.author = nil }
    }
  }

  mutating func delete(document id: Int) { documents[id] = nil }

  /// A copy of a patient is deleted only if it isn't stale.
  mutating func delete(_ person: Person) throws(Failure) {
    if case .read = person.origin, person.role == .patient, let row = persons[Row(role: .patient, id: person.id)] {
      guard row.version == person.version else { throw .stale }
    }
    delete(person.role, person.id)
  }

  /// Updates the name alone.
  mutating func update(nameOf person: Person) throws(Failure) -> Person {
    if person.origin == .keyOnly { throw .notLoaded }
    let (key, isVersioned) = (Row(role: person.role, id: person.id), person.role == .patient)
    guard var row = persons[key] else { throw isVersioned && person.origin != .new ? .stale : .missing }
    if isVersioned {
      guard row.version == person.version else { throw .stale }
      row.version += 1
    }
    row.name = person.name
    persons[key] = row
    var saved = person
    (saved.version, saved.origin) = (row.version, nextRead())
    return saved
  }

  /// Updates the title alone, or the labels, which don't change the version.
  mutating func update(_ document: Document, only field: Field) throws(Failure) -> Document {
    guard var row = documents[document.id] else { throw document.origin == .new ? .missing : .stale }
    var saved = document
    switch field {
    case .title:
      guard row.version == document.version else { throw .stale }
      row.version += 1
      (row.title, saved.version) = (document.title, row.version)
    case .labels:
      saved.mergeLabels(into: row.labels)
      if document.isListChanged || document.readLabels == nil { row.labels = saved.labels }
    }
    documents[document.id] = row
    saved.origin = nextRead()
    return saved
  }

  enum Field { case title, labels }

  /// Changes the list of a document that isn't loaded.
  mutating func change(labelsOf id: Int, _ change: (inout [String]) -> Void) throws(Failure) {
    guard var row = documents[id] else { throw .missing }
    change(&row.labels)
    row.labels = row.labels.uniqued
    documents[id] = row
  }

  mutating func save(_ person: Person) throws(Failure) -> Person {
    if person.origin == .keyOnly { throw .notLoaded }
    let row = Row(role: person.role, id: person.id)
    var (stored, saved) = (person, person)
    stored.wish = persons[row]?.wish ?? person.wish
    if person.role == .patient {
      let isCurrent = persons[row].map { $0.version == person.version } ?? (person.origin == .new)
      guard isCurrent else { throw .stale }
      stored.version += 1
    }
    write(person.wish, to: &stored.wish)
    persons[row] = stored
    (saved.version, saved.origin) = (stored.version, nextRead())
    saved.wish = person.wish.saved(as: stored.wish)
    return saved
  }

  /// All or none.
  mutating func save(_ given: [Document]) throws(Failure) -> [Document] {
    var (rule, saved) = (self, given)
    let origin = rule.nextRead()
    var related: [Row: Relation] = [:]
    for relation in given.flatMap(\.relations) {
      guard let target = relation.target else { continue }
      if target.origin == .keyOnly { throw .notLoaded }
      guard relation.isWritten else { continue }
      let row = Row(role: target.role, id: target.id)
      if let other = related[row]?.target, !other.isEqual(target) { throw .conflict }
      related[row] = related[row] ?? relation
    }
    for document in given where document.patient.target == nil {
      if rule.persons[Row(role: .patient, id: document.patient.id)] == nil { throw .foreignKey }
    }
    for relation in related.values { try rule.write(relation) }
    for index in saved.indices { try rule.write(&saved[index], origin) }
    self = rule
    return saved
  }

  private mutating func write(_ relation: Relation) throws(Failure) {
    guard let target = relation.target else { return }
    let key = Row(role: target.role, id: target.id)
    let isVersioned = target.role == .patient
    guard var row = persons[key] else {
      if target.origin != .new { throw isVersioned ? .stale : .missing }
      var row = target
      row.version = isVersioned ? 1 : 0
      row.wish = Owned(value: target.wish.value)
      persons[key] = row
      return
    }
    guard target.origin != .new, let base = relation.base else { return }
    if isVersioned {
      if row.version != target.version { throw .stale }
      row.version += 1
    }
    if target.name != base.name { row.name = target.name }
    if target.phone != base.phone { row.phone = target.phone }
    write(target.wish, to: &row.wish)
    persons[key] = row
  }

  /// Writes what differs of a wrapper.
  private func write(_ given: Owned, to stored: inout Owned) {
    if given.isCleared { stored.value = nil }
    guard let change = given.change else { return }
    var row = stored.value ?? change.to
    if change.from.language != change.to.language { row.language = change.to.language }
    if change.from.byMail != change.to.byMail { row.byMail = change.to.byMail }
    stored.value = row
  }

  private mutating func write(_ document: inout Document, _ origin: Origin) throws(Failure) {
    let (stored, wasListChanged) = (documents[document.id], document.isListChanged)
    guard stored.map({ $0.version == document.version }) ?? (document.origin == .new) else { throw .stale }
    document.patient = try refer(document.patient, .patient, isLoaded: true, origin)
    if let author = document.author { document.author = try refer(author, .doctor, isLoaded: false, origin) }
    let theirs = stored?.labels ?? []
    let isListRead = document.readLabels != nil
    document.mergeLabels(into: theirs)
    var written = document
    if isListRead, !wasListChanged { written.labels = theirs }
    (document.version, document.origin) = (document.version + 1, origin)
    written.version = document.version
    documents[document.id] = written
  }

  /// The relation as the save returns it: a target that was written is of this save, others are of their own.
  private func refer(
    _ relation: Relation, _ role: Role, isLoaded: Bool, _ origin: Origin
  ) throws(Failure) -> Relation {
    guard let row = read(role, relation.id, origin) else { throw .foreignKey }
    var saved = Relation(relation.id)
    if relation.isWritten, let target = relation.target, target.origin != .new {
      saved.target = target
      saved.target?.origin = origin
      saved.target?.version = row.version
      saved.target?.wish = target.wish.saved(as: row.wish)
    } else if relation.isWritten || (relation.target == nil && isLoaded) {
      saved.target = row
    } else {
      saved = relation
    }
    return saved
  }
}

extension [String] {
  fileprivate var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
