/// Lists as JSON text, as a database without arrays stores them. Decimals are strings, which keep their digits.
public enum JSONList {
  /// The text of a list.
  public static func text(of values: [ColumnLiteral]) -> String {
    "[" + values.map(json).joined(separator: ",") + "]"
  }

  private static func json(_ value: ColumnLiteral) -> String {
    switch value {
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .real(let value): value.isFinite ? number(value) : string(value < 0 ? "-inf" : "inf")
    case .decimal(let text), .text(let text), .day(let text): string(text)
    case .json(let text): text
    case .list(let values): text(of: values)
    }
  }

  private static func number(_ value: Double) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// The text as a string of JSON, in which only what has to be is escaped.
  public static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
