extension TableDescription {
  /// The description in words, as ``init(_:relations:)`` reads it.
  public var text: String {
    var start = TableLine("table", [model, name])
    start.add(formerName: formerName)
    var lines = [start]
    lines += columns.map(\.line)
    lines.append(TableLine("key", names(primaryKey)))
    lines += uniques.map { line("unique", $0) } + indexes.map { line("index", $0) }
    lines += relations.map(line)
    lines += structs.map(line)
    if let versionColumn { lines.append(TableLine("version", names([versionColumn]))) }
    if !updatedColumns.isEmpty { lines.append(TableLine("updated", names(updatedColumns))) }
    switch distribution {
    case .column(let column): lines.append(TableLine("distribute", names([column])))
    case .reference: lines.append(TableLine("reference"))
    case nil: break
    }
    return lines.map(\.text).joined(separator: "\n")
  }

  private func names(_ columns: [Int]) -> [String] { columns.map { self.columns[$0].name } }

  private func line(_ kind: String, _ index: IndexDescription) -> TableLine {
    var line = TableLine(kind, [index.name])
    let parts = index.parts.map { TableLine.word(columns[$0.column].name) + ($0.isDescending ? " desc" : "") }
    line.add("(" + parts.joined(separator: ", ") + ")")
    if let condition = index.condition {
      line.add("where")
      line.add(name: condition)
    }
    return line
  }

  private func line(_ relation: RelationDescription) -> TableLine {
    var line = TableLine("relation", [relation.name])
    switch relation.kind {
    case .required(let columns, let rule): line.add("required", names(columns), rule.rawValue)
    case .optional(let columns, let rule): line.add("optional", names(columns), rule.rawValue)
    case .wrapper(let columns, let rule): line.add("wrapper", names(columns), rule.rawValue)
    case .ordered(let join):
      line.add("ordered")
      line.add(name: join.table)
      line.add(list: join.ownerColumns)
      line.add(name: join.positionColumn)
      line.add(list: join.targetColumns)
      line.add(formerName: join.formerTable)
    case .inverse(let number):
      line.add("inverse")
      line.add("\(number)")
    }
    return line
  }

  private func line(_ description: StructDescription) -> TableLine {
    var line = TableLine("struct", [description.path.joined(separator: "."), columns[description.column].name])
    line.add("\(description.columnCount)")
    if let presence = description.presenceColumn { line.add(name: columns[presence].name) }
    return line
  }
}

extension ColumnDescription {
  /// The column as a line of its table's description, as ``TableDescription/init(_:relations:)`` reads it.
  package var text: String { line.text }

  fileprivate var line: TableLine {
    var line = TableLine("column", [name])
    if path != [name] {
      line.add("of")
      line.add(name: path.joined(separator: "."))
    }
    line.add(type)
    if isNullable { line.add("null") }
    if let defaultValue, let words = defaultValue.words {
      line.add("=")
      line.add(words)
    }
    line.add(constraints)
    if isSensitive { line.add("sensitive") }
    line.add(formerName: formerName)
    return line
  }
}

extension ColumnDefault {
  /// The default as a description says it; `nil` if it can't.
  fileprivate var words: String? {
    switch self {
    case .value(let value): value.words
    case .uuid: "uuid"
    case .uuid7: "uuid7"
    case .now: "now"
    case .autoincrement: "autoincrement"
    case .construct: "construct"
    }
  }
}

extension StoredValue {
  fileprivate var words: String? {
    switch self {
    case .bool(let value): return "\(value)"
    case .integer(let value): return "\(value)"
    case .real(let value): return "\(value)"
    case .decimal(let value): return value.canonicalText
    case .text(let text): return TableLine.quoted(text)
    case .list(let values):
      let words = values.map(\.words)
      guard words.allSatisfy({ $0 != nil }) else { return nil }
      return "(\(words.compactMap(\.self).joined(separator: ", ")))"
    case .null, .data, .date, .uuid, .json: return nil
    }
  }
}

/// A line of a table's description while it is written.
private struct TableLine {
  private(set) var text: String

  init(_ keyword: String, _ names: [String] = []) {
    text = keyword
    for name in names { add(name: name) }
  }

  /// Adds a word as it is.
  mutating func add(_ word: String) { text += " " + word }

  /// Adds a name, in quotes where it could be read as something else.
  mutating func add(name: String) { text += " " + Self.word(name) }

  mutating func add(formerName name: String?) {
    guard let name else { return }
    add("formerly")
    add(name: name)
  }

  mutating func add(list names: [String]) { text += " (" + names.map(Self.word).joined(separator: ", ") + ")" }

  mutating func add(_ kind: String, _ columns: [String], _ rule: String) {
    add(kind)
    add(list: columns)
    add(rule)
  }

  mutating func add(_ type: ColumnType) {
    switch type {
    case .bool: add("bool")
    case .int16: add("int16")
    case .int32: add("int32")
    case .int64: add("int64")
    case .int: add("int")
    case .float: add("float")
    case .double: add("double")
    case .decimal(let precision?, let scale): add("decimal(\(precision), \(scale ?? 0))")
    case .decimal: add("decimal")
    case .fixed(let scale): add("fixed(\(scale))")
    case .string: add("string")
    case .data: add("data")
    case .date: add("date")
    case .uuid: add("uuid")
    case .url: add("url")
    case .json: add("json")
    case .stringEnum(let values, let isOpen):
      text += " string" + Self.cases(values.map(Self.word), isOpen)
    case .integerEnum(let values, let width, let isOpen):
      add(width)
      text += Self.cases(values.map(String.init), isOpen)
    case .list(let element):
      add("list")
      add(element)
    }
  }

  mutating func add(_ constraints: ColumnConstraints) {
    if let length = constraints.minimumLength { add("minLength \(length)") }
    if let length = constraints.maximumLength { add("maxLength \(length)") }
    if let minimum = constraints.minimum { add("min \(minimum)") }
    if let maximum = constraints.maximum { add("\(constraints.excludesMaximum ? "below" : "max") \(maximum)") }
    if let pattern = constraints.pattern { add("matching \(Self.quoted(pattern))") }
  }

  private static func cases(_ words: [String], _ isOpen: Bool) -> String {
    "(" + (words + (isOpen ? ["..."] : [])).joined(separator: ", ") + ")"
  }

  /// Words that mean something where a name could be.
  private static let reserved: Set<String> = [
    "of", "desc", "where", "list", "uuid", "uuid7", "now", "autoincrement", "construct",
  ]

  static func word(_ name: String) -> String {
    let isBare = !name.isEmpty && !reserved.contains(name) && name.utf8.allSatisfy(isWordPart)
    return isBare ? name : quoted(name)
  }

  static func quoted(_ text: String) -> String {
    "\"" + String(text.unicodeScalars.reduce(into: "".unicodeScalars) { result, scalar in
      if scalar == "\"" { result.append(scalar) }
      result.append(scalar)
    }) + "\""
  }

  private static func isWordPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), 0x80...:
      true
    default: false
    }
  }
}
