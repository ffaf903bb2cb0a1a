/// A text as a string literal of a schema, on one line, in which only what has to be is escaped.
public func stringLiteral(_ text: String) -> String {
  if text.utf8.withContiguousStorageIfAvailable(isPlain) == true { return "\"" + text + "\"" }
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": result += "\\u{\(String(scalar.value, radix: 16))}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

/// Whether a text is ASCII and has nothing to escape, as most texts.
private func isPlain(_ bytes: some Sequence<UInt8>) -> Bool {
  bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
}
