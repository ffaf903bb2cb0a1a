#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

extension PostgreSQLSession {
  /// Whether the database belongs to a cluster, which is the case if it has the catalog of Citus.
  func isOnCluster() async throws(StoreError) -> Bool {
    try await texts("SELECT '' WHERE to_regclass('pg_dist_partition') IS NOT NULL", []).first != nil
  }

  /// Throws if tables are missing on a cluster that the schema distributes. If `prepare` created them, they would be on
  /// one server, with a primary key by which the cluster can't distribute them.
  func refuseToDistribute(_ missing: [TableDescription]) async throws(StoreError) {
    let distributed = missing.filter { $0.distribution != nil }
    guard let first = distributed.first, try await isOnCluster() else { return }
    throw .schemaMismatch(
      table: first.name, column: nil,
      problem: "it is missing, and prepare creates no distributed tables on a cluster (missing: "
        + "\(distributed.map(\.name).joined(separator: ", ")))",
      help: "run the file that 'igata generate --target citus' writes on the coordinator first")
  }
}

#endif
