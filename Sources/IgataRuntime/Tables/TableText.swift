extension TableDescription {
  /// A description in words, which is how generated code gives it: one text compiles at once, where the same as nested
  /// calls takes longer than all the rest of a model.
  ///
  /// ```
  /// table Account accounts
  /// column id uuid = uuid
  /// column kind string(cash, bank, "credit-card") = "cash"
  /// column initial_amount of initialAmount fixed(1000) = 0 min 0
  /// column owner_id of ownerID uuid
  /// column note string null maxLength 100
  /// key id
  /// unique accounts_owner_id_name_key (owner_id, name)
  /// index accounts_kind_idx (kind, initial_amount desc) where "kind = 'cash'"
  /// relation owner required (owner_id) cascade
  /// relation tags ordered accounts_tags (account_id) position (tag_name)
  /// relation entries inverse 0
  /// ```
  ///
  /// A word that is more than letters and digits stands in quotes, in which `""` is a quote. `struct home home_street 3
  /// home_city` says that a struct takes three columns from `home_street` on, and which of them is null where it is not
  /// there; `formerly old_name` at the end of a table's, a column's or an ordered relation's line says how it was called
  /// before it was renamed; `version revision` names the column of the `@version` field; `distribute owner_id` and `reference` say where
  /// rows lie if the tables are on several servers.
  ///
  /// - Parameters:
  ///   - text: The description. A line that says nothing that is known is left out, and refused by `Store.prepare`.
  ///   - relations: The models at the other ends of the relations, in their order.
  public convenience init(_ text: String, relations targets: [any PersistableModel.Type] = []) {
    self.init(
      TableText(
        text, relations: targets.map { target in { name, kind in RelationDescription(name, kind) { target } } }))
  }

  /// A description in words of a table that no model of the program codes; see ``init(_:relations:)``.
  ///
  /// - Parameter targets: The tables at the other ends of the relations, in their order.
  public convenience init(_ text: String, relations targets: [@Sendable () -> TableDescription]) {
    self.init(
      TableText(
        text, relations: targets.map { target in { name, kind in RelationDescription(name, kind, table: target) } }))
  }

  private convenience init(_ text: TableText) {
    self.init(
      model: text.model, name: text.name, columns: text.columns, primaryKey: text.primaryKey, uniques: text.uniques,
      indexes: text.indexes, relations: text.relations, structs: text.structs, versionColumn: text.versionColumn,
      updatedColumns: text.updatedColumns, distribution: text.distribution, formerName: text.formerName,
      unreadLines: text.unreadLines)
  }
}

/// What a table's description in words says.
struct TableText {
  private(set) var model = ""
  private(set) var name = ""
  private(set) var formerName: String?
  private(set) var columns: [ColumnDescription] = []
  private(set) var primaryKey: [Int] = []
  private(set) var uniques: [IndexDescription] = []
  private(set) var indexes: [IndexDescription] = []
  private(set) var relations: [RelationDescription] = []
  private(set) var structs: [StructDescription] = []
  private(set) var versionColumn: Int?
  private(set) var updatedColumns: [Int] = []
  private(set) var distribution: TableDistribution?
  /// The lines that say nothing that is known.
  private(set) var unreadLines: [String] = []

  private let targets: [RelationMaker]
  private var places: [String: Int] = [:]

  /// Makes a relation of what the text says of it, with what it leads to.
  typealias RelationMaker = (String, RelationDescription.Kind) -> RelationDescription

  init(_ text: String, relations targets: [RelationMaker]) {
    self.targets = targets
    for var words in TableWords.lines(of: text) {
      if !read(&words) || !words.isAtEnd { unreadLines.append(words.text) }
    }
  }

  /// Takes what a line says. Returns whether it said anything.
  private mutating func read(_ words: inout TableWords) -> Bool {
    switch words.next() {
    case "table":
      guard let model = words.next(), let name = words.next() else { return false }
      self.model = model
      self.name = name
      if words.take("formerly") {
        guard let formerName = words.next() else { return false }
        self.formerName = formerName
      }
    case "column":
      guard let column = words.column() else { return false }
      places[column.name] = columns.count
      columns.append(column)
    case "key":
      guard let key = words.rest(place) else { return false }
      primaryKey = key
    case "unique":
      guard let index = index(&words) else { return false }
      uniques.append(index)
    case "index":
      guard let index = index(&words) else { return false }
      indexes.append(index)
    case "relation": return readRelation(&words)
    case "struct": return readStruct(&words)
    case "version":
      guard let column = words.next().flatMap(place) else { return false }
      versionColumn = column
    case "updated":
      guard let columns = words.rest(place) else { return false }
      updatedColumns = columns
    case "distribute":
      guard let column = words.next().flatMap(place) else { return false }
      distribution = .column(column)
    case "reference": distribution = .reference
    default: return false
    }
    return true
  }

  private func place(_ column: String) -> Int? { places[column] }

  private func index(_ words: inout TableWords) -> IndexDescription? {
    guard let name = words.next(), words.take("(") else { return nil }
    var columns: [Int] = []
    var descending: Set<Int> = []
    while !words.take(")") {
      guard let column = words.next().flatMap(place) else { return nil }
      columns.append(column)
      if words.take("desc") { descending.insert(column) }
    }
    guard words.take("where") else { return IndexDescription(name, columns, descending: descending) }
    return words.next().map { IndexDescription(name, columns, descending: descending, where: $0) }
  }

  private mutating func readRelation(_ words: inout TableWords) -> Bool {
    guard targets.indices.contains(relations.count), let name = words.next(), let kind = relationKind(&words) else {
      return false
    }
    relations.append(targets[relations.count](name, kind))
    return true
  }

  private func relationKind(_ words: inout TableWords) -> RelationDescription.Kind? {
    switch words.next() {
    case "required": foreignKey(&words).map { .required(columns: $0, $1) }
    case "optional": foreignKey(&words).map { .optional(columns: $0, $1) }
    case "wrapper": foreignKey(&words).map { .wrapper(columns: $0, $1) }
    case "ordered": join(&words).map { .ordered($0) }
    case "inverse": words.next().flatMap { Int($0) }.map { .inverse(relation: $0) }
    default: nil
    }
  }

  private func foreignKey(_ words: inout TableWords) -> ([Int], RelationDescription.DeleteRule)? {
    guard let columns = words.list(place), let rule = words.next().flatMap(RelationDescription.DeleteRule.init) else {
      return nil
    }
    return (columns, rule)
  }

  private func join(_ words: inout TableWords) -> JoinDescription? {
    guard let table = words.next(), let owner = words.list({ $0 }), let position = words.next(),
      let target = words.list({ $0 })
    else { return nil }
    guard words.take("formerly") else {
      return JoinDescription(table, owner: owner, position: position, target: target)
    }
    guard let former = words.next() else { return nil }
    return JoinDescription(table, owner: owner, position: position, target: target, formerTable: former)
  }

  private mutating func readStruct(_ words: inout TableWords) -> Bool {
    guard let path = words.path(), let column = words.next().flatMap(place),
      let count = words.next().flatMap({ Int($0) }), count > 0, count <= columns.count - column
    else { return false }
    var presence: Int?
    if let name = words.next() {
      presence = place(name)
      if presence == nil { return false }
    }
    structs.append(StructDescription(path, column: column, columnCount: count, presenceColumn: presence))
    return true
  }
}
