#if PostgreSQL
internal import IgataSQL

extension String {
  /// The name as a SQL identifier, no longer than the server keeps names.
  var quotedServerName: String { serverName.quotedName }
}

extension Sequence<String> {
  /// The names as SQL identifiers with commas between.
  var quotedServerNames: String { map(\.quotedServerName).joined(separator: ", ") }
}

#endif
