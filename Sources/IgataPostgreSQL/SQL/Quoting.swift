#if PostgreSQL
internal import IgataSQL

extension String {
  /// The name as PostgreSQL keeps it. One of more than 63 bytes is cut, and gets a hash of the whole at its end, as
  /// the server would cut two that begin alike to the same name.
  var serverName: String {
    guard utf8.count > 63 else { return self }
    var start = ""
    for character in unicodeScalars {
      guard start.utf8.count + UTF8.width(character) <= 54 else { break }
      start.unicodeScalars.append(character)
    }
    let hash = utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    let digits = String(hash, radix: 16)
    return start + "_" + String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }

  /// The name as a SQL identifier, no longer than the server keeps names.
  var quotedServerName: String { serverName.quotedName }
}

extension Sequence<String> {
  /// The names as SQL identifiers with commas between.
  var quotedServerNames: String { map(\.quotedServerName).joined(separator: ", ") }
}

#endif
