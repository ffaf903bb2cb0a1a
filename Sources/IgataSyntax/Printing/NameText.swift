/// A name as it is written in a schema: in backticks if it would be a literal without them.
public func nameText(_ name: String) -> String {
  // Most names have another length than the literals.
  (3...5).contains(name.utf8.count) && LiteralKeyword(rawValue: name) != nil ? "`\(name)`" : name
}
