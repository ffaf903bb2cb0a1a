import IgataSyntax
import IgataTables

/// The equivalent of a default in the syntax of other languages: `uuid()` for `UUID()`, `5` for `"5"`.
///
/// - Returns: The corrected text, or `nil` if it can't be determined.
func meantDefault(by value: ExpressionSyntax, for scalar: Scalar) -> String? {
  switch value {
  case .name(let name), .enumCase(let name, _): meant(by: asciiLowercase(name.text), for: scalar)
  case .call(let name, let arguments, _): arguments.isEmpty ? meant(by: asciiLowercase(name.text), for: scalar) : nil
  case .literal(let literal): meant(by: literal.value, for: scalar)
  case .range, .list, .object, .condition: nil
  }
}

private func meant(by word: String, for scalar: Scalar) -> String? {
  switch (word, scalar) {
  case ("null", _), ("nil", _), ("none", _), ("undefined", _): "nil"
  case ("true", .bool), ("yes", .bool), ("on", .bool): "true"
  case ("false", .bool), ("no", .bool), ("off", .bool): "false"
  case ("uuid", .uuid), ("uuid4", .uuid), ("uuidv4", .uuid), ("newid", .uuid), ("gen_random_uuid", .uuid),
    ("guid", .uuid):
    "uuid()"
  case ("uuid7", .uuid), ("uuidv7", .uuid), ("ulid", .uuid): "uuid7()"
  case ("uuid4", .string), ("uuidv4", .string), ("newid", .string), ("gen_random_uuid", .string), ("guid", .string),
    ("nanoid", .string):
    "uuid()"
  case ("uuidv7", .string): "uuid7()"
  case ("cuid2", .string): "cuid()"
  case ("now", .date), ("date", .date), ("today", .date), ("current_timestamp", .date), ("getdate", .date),
    ("datetime", .date), ("timestamp", .date):
    "now()"
  case ("autoincrement", .int64), ("autoincrement", .int), ("autoincrement", .int32), ("serial", .int64),
    ("serial", .int), ("serial", .int32), ("identity", .int64), ("identity", .int), ("identity", .int32):
    "autoincrement()"
  default: nil
  }
}

private func meant(by value: LiteralSyntax.Value, for scalar: Scalar) -> String? {
  switch (value, scalar) {
  case (.string(let text), .bool): text == "true" || text == "false" ? text : nil
  case (.string(let text), _) where scalar.isNumber: isPlainNumber(text) ? text : nil
  case (.integer("0"), .bool): "false"
  case (.integer("1"), .bool): "true"
  case (.integer(let digits), .string), (.decimal(let digits), .string): "\"\(digits)\""
  case (.boolean(let flag), .string): "\"\(flag)\""
  default: nil
  }
}

/// Whether the text is a plain number: digits with an optional sign and optional decimal places.
private func isPlainNumber(_ text: String) -> Bool {
  let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
  let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
  guard text.utf8.count <= 40, (1...2).contains(parts.count) else { return false }
  return parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }
}
