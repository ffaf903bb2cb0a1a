/// A name as it is written in a schema: in backticks if it would be a literal without them.
public func nameText(_ name: String) -> String {
  LiteralKeyword(rawValue: name) == nil ? name : "`\(name)`"
}
