extension Table {
  /// The text of the table, as ``init(text:unreadLines:)`` reads it.
  public var text: String { lines.joined(separator: "\n") }

  /// The lines of the text. A line break within quotes is part of its line.
  public var lines: [String] {
    var writer = TableWriter(capacity: 64 * (columns.count + 1))
    writer.write(self)
    return writer.lines
  }
}

extension ColumnDescription {
  /// The line of the column in its table's text.
  public var text: String {
    var writer = TableWriter()
    writer.write(column: 0, of: [self])
    return writer.text.string
  }
}

extension ColumnType: CustomStringConvertible {
  /// The type as it is written in its table's text.
  public var description: String {
    var writer = TableWriter()
    writer.write(self)
    return writer.text.string
  }
}

/// Writes the text of a table, line by line.
private struct TableWriter {
  /// The lines, without breaks between them.
  private(set) var text: UTF8Text
  /// The offset in ``text`` of each line but the first.
  private var lineStarts: [Int] = []

  init(capacity: Int = 0) { text = UTF8Text(capacity: capacity) }

  var lines: [String] { text.strings(dividedAt: lineStarts) }

  mutating func write(_ table: Table) {
    lineStarts.reserveCapacity(table.columns.count + 8)
    beginLine("table", table.model)
    write(name: table.name)
    write(formerName: table.formerName)
    if table.isExternal { beginLine("external") }
    if table.isReadOnly { beginLine("readOnly") }
    for index in table.columns.indices { write(column: index, of: table.columns) }
    beginLine("key")
    for name in table.names(table.primaryKey) { write(name: name) }
    if let name = table.primaryKeyName { beginLine("keyName", name) }
    for unique in table.uniques { write("unique", unique, of: table) }
    for index in table.indexes { write("index", index, of: table) }
    for check in table.checks {
      beginLine("check", check.name)
      text += " "
      text += table.text(of: check.condition)
    }
    for relation in table.relations { write(relation, of: table) }
    for description in table.structs { write(description, of: table) }
    if let column = table.versionColumn { beginLine("version", table.columns[column].name) }
    if !table.updatedColumns.isEmpty {
      beginLine("updated")
      for name in table.names(table.updatedColumns) { write(name: name) }
    }
    switch table.distribution {
    case .column(let column): beginLine("distribute", table.columns[column].name)
    case .reference: beginLine("reference")
    case nil: break
    }
  }

  // The column is read in place: a copy would retain everything in it.
  mutating func write(column index: Int, of columns: [ColumnDescription]) {
    beginLine("column", columns[index].name)
    if columns[index].path.count != 1 || columns[index].path[0] != columns[index].name {
      text += " of"
      write(name: columns[index].path.joined(separator: "."))
    }
    text += " "
    write(columns[index].type)
    if columns[index].isNullable { text += " null" }
    if let value = columns[index].defaultValue {
      text += " = "
      write(value)
    }
    if columns[index].constraints != .none { write(columns[index].constraints) }
    if columns[index].isSensitive { text += " sensitive" }
    if let form = columns[index].form { write(form) }
    write(formerName: columns[index].formerName)
  }

  private mutating func write(_ form: StoredForm) {
    text += " stored \(form.name)"
    if let argument = form.argument { write(list: [argument]) }
  }

  private mutating func write(_ keyword: String, _ index: IndexDescription, of table: Table) {
    beginLine(keyword, index.name)
    text += " ("
    for (number, part) in index.parts.enumerated() {
      if number > 0 { text += ", " }
      if let function = part.function { text += function.rawValue + "(" }
      writeWord(table.columns[part.column].name)
      if part.function != nil { text += ")" }
      if part.isDescending { text += " desc" }
    }
    text += ")"
    if let method = index.method {
      text += " using"
      write(name: method)
    }
    guard let condition = index.condition else { return }
    text += " where "
    switch condition {
    case .sql(let sql): writeQuoted(sql)
    case .checked(let condition): text += table.text(of: condition)
    }
  }

  private mutating func write(_ relation: TableRelation, of table: Table) {
    beginLine("relation", relation.name)
    switch relation.kind {
    case .required: text += " required"
    case .optional: text += " optional"
    case .wrapper: text += " wrapper"
    case .ordered(let join): write(join)
    case .inverse(let number): text += " inverse \(number)"
    }
    if let rule = relation.kind.deleteRule {
      write(list: table.names(relation.kind.columns))
      text += " \(rule.rawValue)"
    }
    if !relation.kind.isInverse, let rule = relation.updateRule { text += " onUpdate \(rule.rawValue)" }
    if let references = relation.references {
      text += " to (\(references.map(String.init).joined(separator: ", ")))"
    }
  }

  private mutating func write(_ join: JoinDescription) {
    text += join.positionColumn == nil ? " unordered" : " ordered"
    write(name: join.table)
    write(list: join.ownerColumns)
    if let position = join.positionColumn { write(name: position) }
    write(list: join.targetColumns)
    write(formerName: join.formerTable)
  }

  private mutating func write(_ description: StructDescription, of table: Table) {
    beginLine("struct", description.path.joined(separator: "."))
    write(name: table.columns[description.column].name)
    text += " \(description.columnCount)"
    if let presence = description.presenceColumn { write(name: table.columns[presence].name) }
  }

  // MARK: Types and values

  mutating func write(_ type: ColumnType) {
    switch type {
    case .scalar(let scalar): write(scalar)
    case .stringEnum(let values, let isOpen):
      write(.string)
      write(cases: values, isOpen: isOpen)
    case .integerEnum(let values, let width, let isOpen):
      write(width)
      write(cases: values.map { String($0) }, isOpen: isOpen)
    case .list(let element):
      text += "list "
      write(element)
    }
  }

  private mutating func write(_ scalar: Scalar) {
    text += scalar.word
    switch scalar {
    case .decimal(let precision?, let scale): text += "(\(precision), \(scale ?? 0))"
    case .fixed, .currency: text += "(\(scalar.scale))"
    default: break
    }
  }

  private mutating func write(cases: [String], isOpen: Bool) {
    text += "("
    for (number, value) in cases.enumerated() {
      if number > 0 { text += ", " }
      writeWord(value)
    }
    if isOpen { text += cases.isEmpty ? "..." : ", ..." }
    text += ")"
  }

  private mutating func write(_ value: ColumnDefault) {
    switch value {
    case .value(let literal): write(literal)
    case .uuid: text += "uuid"
    case .uuid7: text += "uuid7"
    case .cuid: text += "cuid"
    case .ulid: text += "ulid"
    case .now: text += "now"
    case .autoincrement: text += "autoincrement"
    case .construct: text += "construct"
    case .computed: text += "computed"
    case .sql(let sql):
      text += "sql "
      writeQuoted(sql)
    }
  }

  private mutating func write(_ literal: ColumnLiteral) {
    switch literal {
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .real(let value): text += value.description
    case .decimal(let digits): text += digits
    case .text(let value), .day(let value), .json(let value): writeQuoted(value)
    case .list(let values):
      text += "("
      for (number, value) in values.enumerated() {
        if number > 0 { text += ", " }
        write(value)
      }
      text += ")"
    }
  }

  private mutating func write(_ constraints: ColumnConstraints) {
    if let length = constraints.minimumLength { text += " minLength \(length)" }
    if let length = constraints.maximumLength { text += " maxLength \(length)" }
    if let minimum = constraints.minimum { text += " min \(minimum)" }
    if let maximum = constraints.maximum { text += " \(constraints.excludesMaximum ? "below" : "max") \(maximum)" }
    guard let pattern = constraints.pattern else { return }
    text += " matching "
    writeQuoted(pattern)
  }

  // MARK: Words

  private mutating func beginLine(_ keyword: String, _ name: String? = nil) {
    if !text.isEmpty { lineStarts.append(text.count) }
    text += keyword
    if let name { write(name: name) }
  }

  private mutating func write(name: String) {
    text += " "
    writeWord(name)
  }

  private mutating func write(formerName: String?) {
    guard let formerName else { return }
    text += " formerly"
    write(name: formerName)
  }

  private mutating func write(list names: [String]) {
    text += " ("
    for (number, name) in names.enumerated() {
      if number > 0 { text += ", " }
      writeWord(name)
    }
    text += ")"
  }

  /// Writes a name, in quotes if it could be read as something else.
  private mutating func writeWord(_ name: String) {
    let isBare = !name.isEmpty && name.consists(of: Self.isWordPart) && !Self.isReserved(name)
    if isBare { text += name } else { writeQuoted(name) }
  }

  private mutating func writeQuoted(_ value: String) {
    text += "\""
    if value.consists(of: { $0 != UInt8(ascii: "\"") }) {
      text += value
    } else {
      for scalar in value.unicodeScalars { text += scalar == "\"" ? "\"\"" : String(scalar) }
    }
    text += "\""
  }

  /// Whether a word is a keyword that could be mistaken for a name.
  private static func isReserved(_ word: String) -> Bool {
    // The length is compared first, because nearly every word is a name, and each comparison of strings is a call.
    switch (word.utf8.count, word) {
    case (2, "of"), (3, "now"), (4, "desc"), (4, "list"), (4, "uuid"), (4, "cuid"), (4, "ulid"), (5, "where"),
      (5, "uuid7"), (9, "construct"), (13, "autoincrement"):
      true
    default: false
    }
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
