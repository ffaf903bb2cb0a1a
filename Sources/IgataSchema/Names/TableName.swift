/// How tables are named after their models.
public enum TableNaming: String, Hashable, Sendable, CaseIterable {
  /// `Account` → `account`
  case singular
  /// `Account` → `accounts`
  case plural
}

/// The table name of a model that has no `@table`.
func tableName(of model: String, _ naming: TableNaming) -> String {
  let name = snakeCase(model)
  return naming == .plural ? plural(of: name) : name
}

/// The regular English plural of a name's last word; a name that doesn't end in an English letter is unchanged.
/// Irregular plurals must be given with `@table`, so that the names of tables are predictable.
private func plural(of name: String) -> String {
  let bytes = Array(name.utf8)
  guard let last = bytes.last, last >= UInt8(ascii: "a"), last <= UInt8(ascii: "z") else { return name }
  let beforeLast = bytes.count > 1 ? bytes[bytes.count - 2] : 0
  switch last {
  case UInt8(ascii: "y") where !"aeiou".utf8.contains(beforeLast) && bytes.count > 1:
    return String(decoding: bytes.dropLast(), as: UTF8.self) + "ies"
  case UInt8(ascii: "s"), UInt8(ascii: "x"), UInt8(ascii: "z"):
    return name + "es"
  case UInt8(ascii: "h") where beforeLast == UInt8(ascii: "c") || beforeLast == UInt8(ascii: "s"):
    return name + "es"
  default:
    return name + "s"
  }
}
