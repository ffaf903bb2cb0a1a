#if PostgreSQL
@_spi(Backend) internal import IgataSQL
internal import IgataTables

extension String {
  /// The name as PostgreSQL stores it, cut to the length of its identifiers.
  var serverName: String { PostgreSQLDialect.keptName(self) }

  /// The name as a quoted SQL identifier, as the server stores it.
  var quotedServerName: String { PostgreSQLDialect().identifier(self) }
}

extension Sequence<String> {
  /// The names as quoted SQL identifiers, separated by commas.
  var quotedServerNames: String { map(\.quotedServerName).joined(separator: ", ") }
}

#endif
