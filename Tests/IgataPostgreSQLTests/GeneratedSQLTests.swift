#if PostgreSQL
import Foundation
import GeneratedModels
import HostileModels
import IgataPostgreSQL
import IgataRuntime
import Testing

/// What `prepare` creates is what the generated DDL creates, and each accepts the other.
@Suite(.enabled(if: TestServer.isThere)) struct GeneratedSQLTests {
  @Test(arguments: ["articles", "everything", "hostile", "household", "message", "naughty"])
  func preparedTablesAreTheGeneratedDDL(_ name: String) async throws {
    let schemas: [String: any PersistableSchema.Type] = [
      "hostile": HostileSchema.self, "articles": ArticlesSchema.self, "everything": EverythingSchema.self,
      "household": HouseholdSchema.self, "message": MessageSchema.self, "naughty": NaughtySchema.self,
    ]
    let schema = try #require(schemas[name])
    let prepared = try await TestServer.space()
    try await Store(try PostgreSQLBackend(prepared)).prepare(schema)
    let generated = try await TestServer.space()
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../GeneratedSQL/\(name).postgresql.sql").standardizedFileURL
    try await TestServer.run(try String(contentsOf: file, encoding: .utf8), on: generated)
    for (what, sql) in Self.definitions {
      let expected = try await TestServer.run(sql, on: generated)
      #expect(!expected.isEmpty || what != "columns")
      #expect(try await TestServer.run(sql, on: prepared) == expected, "\(what)")
    }
    try await Store(try PostgreSQLBackend(generated)).prepare(schema)
  }

  private static let definitions = [
    "columns": """
    SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attcollation,
      pg_get_expr(d.adbin, d.adrelid)
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relkind = 'r'
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relnamespace = current_schema()::regnamespace AND a.attnum > 0 ORDER BY 1, a.attnum
    """,
    "constraints": """
    SELECT conname, contype, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = current_schema()::regnamespace ORDER BY 1
    """,
    "indexes": """
    SELECT indexname, replace(indexdef, schemaname || '.', '') FROM pg_indexes
    WHERE schemaname = current_schema() ORDER BY 1
    """,
  ]
}
#endif
