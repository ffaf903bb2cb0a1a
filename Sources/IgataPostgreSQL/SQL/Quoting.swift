#if PostgreSQL
@_spi(Backend) internal import IgataSQL
internal import IgataTables

extension String {
  /// The name as PostgreSQL keeps it.
  var serverName: String { PostgreSQLDialect.keptName(self) }

  /// The name as a SQL identifier, no longer than the server keeps names.
  var quotedServerName: String { PostgreSQLDialect().identifier(self) }
}

extension Sequence<String> {
  /// The names as SQL identifiers with commas between.
  var quotedServerNames: String { map(\.quotedServerName).joined(separator: ", ") }
}

#endif
