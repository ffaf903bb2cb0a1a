import IgataSyntax

/// The schema as one text in the schema language, in the canonical layout.
///
/// The names of tables, columns, join tables and constraints are written out, so that the text is resolved to the same
/// tables whatever the rules of ``Schema/names`` are. A name without a form of its own in the language (of a foreign
/// key, of the constraint of a field's `@unique` or `@index`, of the bounds of a column) is always made of those of
/// its table and its columns, and isn't written. `@renamed`, `@backfill` and `@allow(may-stop)` are left out: they
/// describe the change to a schema, and not the schema. So are the reasons of `@allow`, which a schema doesn't keep.
///
/// Declarations are grouped: enums, types, structs, models. The first line is `// igata schema, language 1`.
public func schemaText(_ schema: Schema) -> String { text(of: schema, declaresStep: false) }

/// The text of a sealed version: that of ``schemaText(_:)``, with the `@renamed` and the `@backfill` by which rows get
/// to it from the version before.
public func snapshotText(_ schema: Schema) -> String { text(of: schema, declaresStep: true) }

private func text(of schema: Schema, declaresStep: Bool) -> String {
  var writer = SchemaWriter(schema: schema, declaresStep: declaresStep)
  writer.writeReserved(schema.reservedModels, depth: 0)
  for index in schema.enums.indices { writer.write(enum: index) }
  for type in schema.newtypes { writer.write(type) }
  for type in schema.structs { writer.write(type) }
  for index in schema.models.indices { writer.write(model: index) }
  return writer.text
}

/// Writes the declarations of a schema, one line at a time.
struct SchemaWriter {
  let schema: Schema
  /// Whether `@renamed` and `@backfill` are written.
  let declaresStep: Bool
  // Bytes, because each build compares the text with that of the newest version.
  private var bytes = Array("// igata schema, language 1\n".utf8)
  /// Whether the line has no words yet.
  private var isAtLineStart = true

  init(schema: Schema, declaresStep: Bool) {
    self.schema = schema
    self.declaresStep = declaresStep
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes a line of words with a space between them.
  mutating func line(_ depth: Int, _ words: [String?]) {
    beginLine(depth)
    for case let word? in words { add(word) }
    endLine()
  }

  mutating func beginLine(_ depth: Int) {
    for _ in 0..<depth { append("  ") }
    isAtLineStart = true
  }

  mutating func endLine() { bytes.append(UInt8(ascii: "\n")) }

  mutating func blankLine() { endLine() }

  /// Adds a word to the line; none for `nil`.
  mutating func add(_ word: String?) {
    guard let word else { return }
    if !isAtLineStart { bytes.append(UInt8(ascii: " ")) }
    isAtLineStart = false
    append(word)
  }

  /// Adds an attribute with texts in parentheses: `@columns("a", "b")`.
  mutating func add(_ attribute: String, _ texts: [String]) {
    add(attribute)
    append("(")
    for (index, text) in texts.enumerated() {
      if index > 0 { append(", ") }
      append(stringLiteral(text))
    }
    append(")")
  }

  private mutating func append(_ text: String) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { bytes.append(contentsOf: $0) }
    if isDone == nil { bytes.append(contentsOf: text.utf8) }
  }

  /// Writes `///` before each line of the documentation.
  mutating func document(_ origin: Origin, _ depth: Int) {
    for paragraph in origin.documentation {
      for words in paragraph.split(omittingEmptySubsequences: false, whereSeparator: Self.endsLine) {
        line(depth, ["///", words.isEmpty ? nil : String(words)])
      }
    }
  }

  private static func endsLine(_ character: Character) -> Bool { ["\n", "\r", "\r\n"].contains(character) }

  mutating func writeReserved(_ names: [ReservedName], depth: Int) {
    if names.isEmpty { return }
    if depth == 0 { blankLine() }
    line(depth, ["reserved", names.map { nameText($0.name) }.joined(separator: ", ")])
  }

  // MARK: Types

  mutating func write(enum index: Int) {
    let type = schema.enums[index]
    blankLine()
    document(type.origin, 0)
    line(
      0,
      [
        "enum", "\(nameText(type.name)):", type.rawType.name, backfill(type.backfill, as: .enumeration(index)),
        deprecated(type.deprecation), allowed(type.allowedRules), "{",
      ])
    for item in type.cases {
      document(item.origin, 1)
      line(
        1,
        [
          "case", nameText(item.name), rawValue(of: item), item.isUnknown ? "@unknown" : nil,
          renamed(item.renamedFrom), deprecated(item.deprecation),
        ])
    }
    writeReserved(type.reservedNames, depth: 1)
    line(0, ["}"])
  }

  /// `= "credit-card"`; `nil` if the raw value is the case's name.
  private func rawValue(of item: EnumType.Case) -> String? {
    switch item.rawValue {
    case .string(item.name): nil
    case .string(let text): "= \(stringLiteral(text))"
    case .integer(let number): "= \(number)"
    }
  }

  mutating func write(_ type: Newtype) {
    blankLine()
    document(type.origin, 0)
    line(
      0,
      ["type", nameText(type.name), "=", type.base.text] + attributes(type.constraints)
        + [
          type.swiftType.map(attribute), backfill(type.backfill, as: .scalar(type.base)), deprecated(type.deprecation),
          allowed(type.allowedRules),
        ])
  }

  private func attribute(_ type: SwiftTypeName) -> String {
    let module = type.moduleText.map { ", import: \(stringLiteral($0))" } ?? ""
    return "@swift(\(stringLiteral(type.text))\(module))"
  }

  mutating func write(_ type: StructType) {
    blankLine()
    document(type.origin, 0)
    line(0, ["struct", nameText(type.name), deprecated(type.deprecation), "{"])
    for field in type.fields {
      document(field.origin, 1)
      // The model that embeds the struct has the names of its columns.
      let isDefault = field.columnName == NamingRules().column(of: field.name)
      beginLine(1)
      addDeclaration(of: field)
      if !isDefault { add("@column", [field.columnName]) }
      addAttributes(of: field)
      endLine()
    }
    writeReserved(type.reservedNames, depth: 1)
    line(0, ["}"])
  }

  // MARK: Models

  mutating func write(model index: Int) {
    let model = schema.models[index]
    blankLine()
    document(model.origin, 0)
    beginLine(0)
    add("model")
    add(nameText(model.name))
    add("@table", [model.table])
    add(model.isExternal ? "@external" : nil)
    add(model.isReadOnly ? "@readOnly" : nil)
    add(renamed(model.renamedFrom.map { [$0] } ?? []))
    add(deprecated(model.deprecation))
    add(allowed(model.allowedRules))
    add("{")
    endLine()
    let key = model.keyField
    for (position, field) in model.fields.enumerated() where !field.isImplied {
      document(field.origin, 1)
      beginLine(1)
      addDeclaration(of: field)
      if position == key, !model.isKeyByUnique { add("@primaryKey") }
      addStorageAttributes(of: position, in: model)
      addAttributes(of: field)
      endLine()
    }
    let members = constraintMembers(of: index)
    if !members.isEmpty || !model.reservedNames.isEmpty { blankLine() }
    for member in members { line(1, [member]) }
    writeReserved(model.reservedNames, depth: 1)
    line(0, ["}"])
  }

  func deprecated(_ reason: String?) -> String? { reason.map { "@deprecated(\(stringLiteral($0)))" } }

  func allowed(_ rules: [String]) -> String? {
    if rules.isEmpty { return nil }
    // In a name of several words, backticks are part of it.
    let names = rules.filter { !evolutionRules.contains($0) }.map { $0.contains("-") ? $0 : nameText($0) }
    return names.isEmpty ? nil : "@allow(\(names.joined(separator: ", ")))"
  }
}
