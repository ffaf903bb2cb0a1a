extension Table {
  /// Reads the text of a table, as ``text`` writes it and generated code contains it: one text compiles at once, where
  /// the same as nested calls takes longer than all the rest of a model.
  ///
  /// ```
  /// table Account accounts
  /// column id uuid = uuid
  /// column kind string(cash, bank, "credit-card") = "cash"
  /// column initial_amount of initialAmount fixed(1000) = 0 min 0
  /// column owner_id of ownerID uuid
  /// column note string null maxLength 100
  /// key id
  /// keyName accounts_key
  /// unique accounts_owner_id_name_key (owner_id, name)
  /// index accounts_kind_idx (kind, initial_amount desc) where "kind = 'cash'"
  /// unique accounts_note_lower_key (lower(note))
  /// index accounts_tags_gin_idx (labels) using gin
  /// relation owner required (owner_id) cascade onUpdate cascade
  /// relation reviewer optional (reviewer_email) restrict to (2)
  /// relation tags ordered accounts_tags (account_id) position (tag_name)
  /// relation friends unordered accounts_friends (account_id) (friends_id) onUpdate cascade
  /// relation entries inverse 0
  /// ```
  ///
  /// - A word that is more than letters, digits, `_` and `-` is in quotes, in which `""` is a quote.
  /// - `struct home home_street 3 home_city`: a struct takes three columns from `home_street` on, and `home_city` is
  /// null
  ///   if there is no struct.
  /// - `formerly old_name`, at the end of a table's, a column's or an ordered relation's line, is the name before it
  /// was
  ///   renamed.
  /// - `to (2)`: the relation refers to the third column of its target, and its own columns are those of other fields.
  /// - `check bookings_check (any (ends_at is null) (ends_at > starts_at))`, and the same after `where` instead of SQL:
  ///   `(not …)`, `(all …)`, `(any …)`, `(a is null)`, `(a in (1, 2))`, `(length a < 3)`, and comparisons with `==`,
  ///   `!=`, `<`, `<=`, `>` and `>=`. A name that could be a literal is in quotes and follows `column`.
  /// - `version revision` names the column of the `@version` field, `updated changed_at` those of `@updatedAt`.
  /// - `stored text (3)`, in a column's line: the form in which another program keeps the values.
  /// - `external`: another program makes and changes the table.
  /// - `distribute owner_id` and `reference` define where rows are stored if the tables are on several servers.
  ///
  /// - Parameters:
  ///   - text: The text. A line that can't be read is left out of the table.
  ///   - unreadLines: Receives the lines that could not be read.
  public init(text: String, unreadLines: inout [String]) {
    let reader = TableReader(text)
    self = reader.table
    unreadLines += reader.unreadLines
  }
}

/// Reads the text of a table.
private struct TableReader {
  private(set) var table = Table(model: "", name: "", columns: [], primaryKey: [])
  /// The lines that can't be read.
  private(set) var unreadLines: [String] = []
  /// The indexes of the columns, by their names.
  private var indexes: [String: Int] = [:]

  init(_ text: String) {
    for var words in TableWords.lines(of: text) {
      if !read(&words) || !words.isAtEnd { unreadLines.append(words.text) }
    }
  }

  /// Reads one line. Returns whether it could.
  private mutating func read(_ words: inout TableWords) -> Bool {
    switch words.next() {
    case "table":
      guard let model = words.next(), let name = words.next() else { return false }
      table.model = model
      table.name = name
      if words.take("formerly") {
        guard let formerName = words.next() else { return false }
        table.formerName = formerName
      }
    case "column":
      guard let column = words.column() else { return false }
      indexes[column.name] = table.columns.count
      table.columns.append(column)
    case "key":
      guard let key = words.rest(index) else { return false }
      table.primaryKey = key
    case "keyName":
      guard let name = words.next() else { return false }
      table.primaryKeyName = name
    case "unique":
      guard let index = readIndex(&words) else { return false }
      table.uniques.append(index)
    case "index":
      guard let index = readIndex(&words) else { return false }
      table.indexes.append(index)
    case "check":
      guard let name = words.next(), let condition = words.condition(table.columns, index) else { return false }
      table.checks.append(TableCheck(name, condition))
    case "relation": return readRelation(&words)
    case "struct": return readStruct(&words)
    case "version":
      guard let column = words.next().flatMap(index) else { return false }
      table.versionColumn = column
    case "updated":
      guard let columns = words.rest(index) else { return false }
      table.updatedColumns = columns
    case "distribute":
      guard let column = words.next().flatMap(index) else { return false }
      table.distribution = .column(column)
    case "reference": table.distribution = .reference
    case "external": table.isExternal = true
    case "readOnly": table.isReadOnly = true
    default: return false
    }
    return true
  }

  private func index(_ column: String) -> Int? { indexes[column] }

  private func readIndex(_ words: inout TableWords) -> IndexDescription? {
    guard let name = words.next(), words.take("(") else { return nil }
    var description = IndexDescription(name, [])
    while !words.take(")") {
      guard let part = readPart(&words) else { return nil }
      description.parts.append(part)
    }
    if words.take("using") {
      guard let method = words.next() else { return nil }
      description.method = method
    }
    guard words.take("where") else { return description }
    description.condition =
      words.isAtList
      ? words.condition(table.columns, index).map { .checked($0) } : words.next().map { .sql($0) }
    return description.condition == nil ? nil : description
  }

  /// A column, or `lower(column)`, and `desc` if it is descending.
  private func readPart(_ words: inout TableWords) -> IndexDescription.Part? {
    guard let word = words.next() else { return nil }
    var part: IndexDescription.Part
    if words.isAtList {
      guard let function = IndexFunction(rawValue: word), let columns = words.list(index), columns.count == 1 else {
        return nil
      }
      part = IndexDescription.Part(columns[0], function)
    } else {
      guard let column = index(word) else { return nil }
      part = IndexDescription.Part(column)
    }
    part.isDescending = words.take("desc")
    return part
  }

  private mutating func readRelation(_ words: inout TableWords) -> Bool {
    guard let name = words.next(), let kind = relationKind(&words) else { return false }
    var relation = TableRelation(name, kind)
    if !kind.isInverse, words.take("onUpdate") {
      guard let rule = words.next().flatMap(UpdateRule.init) else { return false }
      relation.updateRule = rule
    }
    if kind.deleteRule != nil, words.take("to") {
      guard let references = words.list({ Int($0) }) else { return false }
      relation.references = references
    }
    table.relations.append(relation)
    return true
  }

  private func relationKind(_ words: inout TableWords) -> TableRelation.Kind? {
    switch words.next() {
    case "required": foreignKey(&words).map { .required(columns: $0, $1) }
    case "optional": foreignKey(&words).map { .optional(columns: $0, $1) }
    case "wrapper": foreignKey(&words).map { .wrapper(columns: $0, $1) }
    case "ordered": join(&words, isOrdered: true).map { .ordered($0) }
    case "unordered": join(&words, isOrdered: false).map { .ordered($0) }
    case "inverse": words.next().flatMap { Int($0) }.map { .inverse(relation: $0) }
    default: nil
    }
  }

  private func foreignKey(_ words: inout TableWords) -> ([Int], DeleteRule)? {
    guard let columns = words.list(index), let rule = words.next().flatMap(DeleteRule.init) else {
      return nil
    }
    return (columns, rule)
  }

  private func join(_ words: inout TableWords, isOrdered: Bool) -> JoinDescription? {
    guard let table = words.next(), let owner = words.list({ $0 }) else { return nil }
    let position = isOrdered ? words.next() : nil
    guard isOrdered == (position != nil), let target = words.list({ $0 }) else { return nil }
    guard words.take("formerly") else {
      return JoinDescription(table, owner: owner, position: position, target: target)
    }
    guard let former = words.next() else { return nil }
    return JoinDescription(table, owner: owner, position: position, target: target, formerTable: former)
  }

  private mutating func readStruct(_ words: inout TableWords) -> Bool {
    guard let path = words.path(), let column = words.next().flatMap(index),
      let count = words.next().flatMap({ Int($0) }), count > 0, count <= table.columns.count - column
    else { return false }
    var presence: Int?
    if let name = words.next() {
      presence = index(name)
      if presence == nil { return false }
    }
    table.structs.append(StructDescription(path, column: column, columnCount: count, presenceColumn: presence))
    return true
  }
}
