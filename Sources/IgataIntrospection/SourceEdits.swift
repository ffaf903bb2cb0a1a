internal import IgataDiagnostics
internal import IgataSchema
internal import IgataSyntax

/// Changes of a schema's text, by which everything else stays as it is.
struct SourceEdits {
  private let bytes: [UInt8]
  /// By the ranges as they were; none overlaps another.
  private var edits: [(range: Range<Int>, text: String)] = []
  private var appended = ""
  /// The end of the first line, which the others have, too.
  private let newline: String

  init(_ text: String) {
    bytes = Array(text.utf8)
    let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? 0
    newline = end > 0 && bytes[end - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n"
  }

  /// How many changes there are.
  var count: Int { edits.count }

  func text(of range: SourceRange) -> String { String(decoding: bytes[range.start..<range.end], as: UTF8.self) }

  mutating func replace(_ range: SourceRange?, with text: String) {
    if let range { add(range.start..<range.end, text) }
  }

  /// Gives a field an attribute, instead of one with the same name.
  mutating func set(_ attribute: String, of field: FieldSyntax) {
    let old = field.attributes.first { $0.name.text == attribute.dropFirst().prefix { $0 != "(" } }
    if old.map({ text(of: $0.range) }) == attribute { return }
    replace(old?.range ?? field.range.endPoint, with: old == nil ? " \(attribute)" : attribute)
  }

  /// Gives a field the type, the default and the attributes of another line. Its name and its comments stay.
  ///
  /// - Parameter keepsMore: Whether what isn't the database's stays as well, if the type does.
  mutating func change(_ field: FieldSyntax, to line: String, keepsMore: Bool) {
    let other = SourceEdits("model M {\n\(line)\n}\n")
    let source = SourceFile(name: "line.igata", bytes: other.bytes)
    guard case .field(let new)? = parse(source, file: 0).tree.declarations.first?.members.first, let type = field.type,
      let newType = new.type
    else { return }
    let isSame = keepsMore && type.base?.text == newType.base?.text
    if field.has(.primaryKey) != new.has(.primaryKey), field.isConstant != new.isConstant {
      add(field.range.start..<field.name.range.start, new.isConstant ? "let " : "")
    }
    let newText = other.text(of: newType.range)
    if text(of: type.range) != newText { replace(type.range, with: newText) }
    let value = field.defaultValue.map { text(of: $0.range) }
    let newValue = new.defaultValue.map { other.text(of: $0.range) }
    if value != newValue, !isSame || [value, newValue].contains("autoincrement()") {
      let end = field.defaultValue?.range.end ?? type.range.end
      add(type.range.end..<end, newValue.map { " = \($0)" } ?? "")
    }
    for attribute in new.attributes { set(other.text(of: attribute.range), of: field) }
    for attribute in field.attributes where !new.attributes.has(attribute.name.text) {
      let kind = AttributeKind(rawValue: attribute.name.text)
      if let kind, isSame ? !Self.ofDatabase.contains(kind) : Self.kept.contains(kind) { continue }
      if kind == .index, keepsMore { continue }
      remove(attribute)
    }
  }

  mutating func removeDefault(of field: FieldSyntax) {
    if let type = field.type, let value = field.defaultValue { add(type.range.end..<value.range.end, "") }
  }

  mutating func remove(_ attribute: AttributeSyntax) {
    var start = attribute.range.start
    while start > 0, bytes[start - 1] == UInt8(ascii: " ") { start -= 1 }
    add(start..<attribute.range.end, "")
  }

  /// Gives a field what is new of its parts, except for what was written by hand. Returns whether all of it was taken.
  mutating func follow(
    _ field: FieldSyntax, old: FieldParts, fitted: FieldParts, new: FieldParts, possible: FieldParts
  ) -> Bool {
    guard let type = field.type else { return false }
    let written = FieldParts(field, in: self)
    var merge = ThreeWayMerge()
    let newType = merge.value(
      written.type, old: old.type, fitted: fitted.type, new: new.type, possible: possible.type)
    let isOptional = merge.value(
      written.isOptional, old: old.isOptional, fitted: fitted.isOptional, new: new.isOptional,
      possible: possible.isOptional)
    if newType != nil || isOptional != nil {
      let text = (newType ?? written.type) + (isOptional ?? written.isOptional ? "?" : "")
      replace(type.range, with: text)
    }
    let value = merge.value(
      written.value, old: old.value, fitted: fitted.value, new: new.value, possible: possible.value)
    if let value {
      add(type.range.end..<(field.defaultValue?.range.end ?? type.range.end), value.map { " = \($0)" } ?? "")
    }
    // The key is taken over as a whole.
    let names = Set([old, fitted, new, possible].flatMap(\.attributes.keys))
      .subtracting([AttributeKind.primaryKey.rawValue])
    for name in names.sorted() {
      let text = merge.value(
        written.attributes[name], old: old.attributes[name], fitted: fitted.attributes[name],
        new: new.attributes[name], possible: possible.attributes[name]
      ) { $0?.withoutSpaces == $1?.withoutSpaces }
      if let text, let text {
        set(text, of: field)
      } else if text != nil, let attribute = field.attributes.first(where: { $0.name.text == name }) {
        remove(attribute)
      }
    }
    // A type that was written by hand says by itself what its values are.
    let isOwnType = written.type != old.type && written.type != possible.type
    let hasOtherValues = Self.ofValues.contains { old.attributes[$0.rawValue] != new.attributes[$0.rawValue] }
    return !merge.hasConflict && !(isOwnType && hasOtherValues)
  }

  /// Gives a declaration or a member the documentation that is new, unless another one was written by hand.
  mutating func follow(_ documentation: DocumentationSyntax?, before range: SourceRange, old: [String], new: [String]) {
    let (old, new) = (old.map(SchemaFile.documentation), new.map(SchemaFile.documentation))
    let written = documentation?.lines.map(SchemaFile.documentation) ?? []
    if old == new || written != old { return }
    var start = range.start
    while start > 0, Self.isSpace(bytes[start - 1]) { start -= 1 }
    let isFirst = start == 0 || bytes[start - 1] == UInt8(ascii: "\n")
    let margin = isFirst ? String(decoding: bytes[start..<range.start], as: UTF8.self) : "  "
    let text = new.joined(separator: newline + margin)
    if let documentation, new.isEmpty {
      var end = lineEnd(after: documentation.range.end)
      while end < bytes.count, Self.isSpace(bytes[end]) { end += 1 }
      add(documentation.range.start..<end, "")
    } else if let documentation {
      replace(documentation.range, with: text)
    } else {
      add(range.start..<range.start, (isFirst ? "" : newline + margin) + text + newline + margin)
    }
  }

  /// The attributes that say what the database has.
  private static let ofDatabase: Set<AttributeKind> = [
    .primaryKey, .unique, .column, .columns, .references, .onDelete, .onUpdate, .stored, .readOnly,
  ]
  /// The attributes that say which values there are.
  private static let ofValues: [AttributeKind] = [.length, .range, .precision, .stored]
  /// The attributes that say nothing of the database.
  static let kept: Set<AttributeKind> = [.sensitive, .deprecated, .allow, .updatedAt, .version]

  /// Removes the lines of a declaration or a member, and of its documentation. What is on the same lines stays.
  mutating func removeLines(of range: SourceRange, _ documentation: SourceRange?) {
    let first = min(documentation?.start ?? range.start, range.start)
    var start = first
    while start > 0, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    guard bytes[start..<first].allSatisfy(Self.isSpace), isLast(range.end) else { return add(first..<range.end, "") }
    // With the empty line that separates it from what comes before, if nothing follows it there.
    let before = newline.utf8.count
    var end = lineEnd(after: range.end)
    let next = bytes[end...].drop(while: Self.isSpace).first
    let isEnd = next.map { [0x0A, 0x0D, UInt8(ascii: "}")].contains($0) } ?? true
    if isEnd, start > before, bytes[start - before - 1] == UInt8(ascii: "\n") { start -= before }
    if start == 0, bytes[end...].starts(with: newline.utf8) { end += before }
    add(start..<end, "")
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  /// Whether there is only a comment after an offset in its line.
  private func isLast(_ offset: Int) -> Bool {
    let rest = bytes[offset..<lineEnd(after: offset)].drop(while: Self.isSpace)
    return rest.starts(with: "//".utf8) || rest.allSatisfy { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
  }

  /// The comment that follows a member in its line, without `//`, and its range with the spaces in front.
  func comment(after range: SourceRange) -> (text: String, range: SourceRange)? {
    let line = bytes[range.end..<lineEnd(after: range.end)]
    let comment = line.drop(while: Self.isSpace)
    guard comment.starts(with: "// ".utf8) else { return nil }
    let text = String(decoding: comment.dropFirst(3).filter { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self)
    let whole = SourceRange(file: range.file, start: range.end, end: comment.startIndex + 3 + text.utf8.count)
    return (String(text.reversed().drop { $0 == " " }.reversed()), whole)
  }

  /// Adds a line after the last field of a model, in front of its other members.
  mutating func insert(_ line: String, afterFieldsOf owner: OwnerSyntax) {
    let fields = owner.members.compactMap { if case .field(let field) = $0 { field.range } else { nil } }
    // Without a field, after the line of the model's name.
    insert(line, after: fields.last ?? owner.name?.range ?? owner.range)
  }

  /// Adds lines after the constraints of a model, which an empty line separates from its fields.
  mutating func insert(_ lines: [String], afterConstraintsOf owner: OwnerSyntax) {
    let constraints = owner.members.compactMap { if case .constraint(let item) = $0 { item.range } else { nil } }
    if constraints.isEmpty, !lines.isEmpty { insert("", afterFieldsOf: owner) }
    for line in lines {
      if let last = constraints.last { insert(line, after: last) } else { insert(line, afterFieldsOf: owner) }
    }
  }

  /// Adds a line of a declaration after another one.
  mutating func insert(_ line: String, after range: SourceRange) {
    let text = (line.isEmpty ? "" : "  \(line)") + newline
    let offset = isLast(range.end) ? lineEnd(after: range.end) : range.end
    // The rest of the line follows on one of its own.
    let isFirst = offset == range.end && !edits.contains { $0.range == offset..<offset }
    add(offset..<offset, isFirst ? newline + text : text)
  }

  /// Adds a declaration at the end.
  mutating func append(_ lines: [String]) { appended += newline + lines.map { $0 + newline }.joined() }

  private func lineEnd(after offset: Int) -> Int {
    bytes[offset...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
  }

  private mutating func add(_ range: Range<Int>, _ text: String) {
    // What is removed as a whole needs no other change.
    if text.isEmpty {
      edits.removeAll { edit in
        !edit.range.isEmpty && range.lowerBound <= edit.range.lowerBound && edit.range.upperBound <= range.upperBound
      }
    }
    let isPart = edits.contains { !range.isEmpty && $0.range.overlaps(range) }
    if !isPart { edits.append((range, text)) }
  }

  /// The text with all changes.
  var text: String {
    var result: [UInt8] = []
    var position = 0
    // Lines that are added at one offset keep their order.
    // What is added comes before what is removed from the same offset on.
    let ordered = edits.enumerated().map { ($1.range.lowerBound, $1.range.isEmpty ? 0 : 1, $0) }.sorted(by: <)
      .map { (offset: $2, element: edits[$2]) }
    for (_, edit) in ordered where edit.range.lowerBound >= position {
      result += bytes[position..<edit.range.lowerBound]
      result += edit.text.utf8
      position = edit.range.upperBound
    }
    result += bytes[position...]
    return String(decoding: result, as: UTF8.self) + appended
  }
}
