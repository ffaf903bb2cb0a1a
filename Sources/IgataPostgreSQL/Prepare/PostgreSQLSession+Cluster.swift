#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

extension PostgreSQLSession {
  /// Whether the database is one of a cluster: whether it has the catalogue of Citus.
  func isOnCluster() async throws(StoreError) -> Bool {
    try await texts("SELECT '' WHERE to_regclass('pg_dist_partition') IS NOT NULL", []).first != nil
  }

  /// Throws where tables that a cluster is to spread are missing there: made here, they would lie on one server, with a
  /// key that none can spread.
  func refuseToSpread(_ missing: [TableDescription]) async throws(StoreError) {
    let spread = missing.filter { $0.distribution != nil }
    guard let first = spread.first, try await isOnCluster() else { return }
    throw .schemaMismatch(
      table: first.name, column: nil,
      problem: "it is missing (tables that are to be spread over the cluster and are missing: "
        + "\(spread.map(\.name).joined(separator: ", "))), and prepare makes none of them there",
      help: "run the file that 'igata generate --target citus' writes on the coordinator first")
  }
}

#endif
