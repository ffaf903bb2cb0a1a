/// A name as it is written in a schema: in backticks if it would be a literal without them.
public func nameText(_ name: String) -> String {
  switch name {
  case "true", "false", "nil": "`\(name)`"
  default: name
  }
}
