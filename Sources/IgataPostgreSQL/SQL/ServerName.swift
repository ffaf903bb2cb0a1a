#if PostgreSQL
@_spi(Backend) internal import IgataSQL
internal import IgataTables

extension String {
  /// The name as the server stores it, see ``PostgreSQLDialect/keptName(_:)``.
  var serverName: String { PostgreSQLDialect.keptName(self) }
}

#endif
