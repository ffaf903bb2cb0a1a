internal import IgataDiagnostics
internal import IgataSyntax

/// What a line says of a field, part by part.
struct FieldParts {
  /// The type without `?`.
  var type: String
  var isOptional: Bool
  /// The default.
  var value: String?
  /// The attributes by their names.
  var attributes: [String: String] = [:]

  /// The parts of a field as it was written.
  init(_ field: FieldSyntax, in source: SourceEdits) {
    let text = field.type.map { source.text(of: $0.range) } ?? ""
    isOptional = text.hasSuffix("?")
    type = isOptional ? String(text.dropLast()) : text
    value = field.defaultValue.map { source.text(of: $0.range) }
    for attribute in field.attributes { attributes[attribute.name.text] = source.text(of: attribute.range) }
  }

  /// The parts of a line without comments; `nil` if it isn't one of a field.
  init?(line: String) {
    let source = SourceEdits("model M {\n\(line)\n}\n")
    let file = SourceFile(name: "line.igata", text: source.text)
    guard case .field(let field)? = parse(file, file: 0).tree.declarations.first?.members.first else { return nil }
    self.init(field, in: source)
  }
}

/// The one value of three: what was written by hand stays, and the rest follows the database.
struct ThreeWayMerge {
  /// Whether the database changed something that was written by hand.
  private(set) var hasConflict = false

  /// The value to take; `nil` if the one that is written stays.
  ///
  /// - Parameters:
  ///   - old: What described the database when the schema was written.
  ///   - fitted: What of that could be said in the schema.
  ///   - new: What describes it now.
  ///   - possible: What of that can be said in the schema.
  mutating func value<Value: Equatable>(
    _ written: Value, old: Value, fitted: Value, new: Value, possible: Value,
    isSame: (Value, Value) -> Bool = { $0 == $1 }
  ) -> Value? {
    if isSame(written, possible) { return nil }
    // What could not be said wasn't taken out by hand.
    if !isSame(old, fitted), isSame(written, fitted) { return possible }
    if isSame(old, new) { return nil }
    if isSame(written, old) { return possible }
    hasConflict = true
    return nil
  }
}
