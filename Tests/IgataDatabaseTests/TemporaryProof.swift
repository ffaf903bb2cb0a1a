import Foundation
@testable import IgataDatabase
@testable import IgataIntrospection
@_spi(Backend) import IgataPostgreSQL
@_spi(Backend) import IgataRuntime
import IgataSchema
import Testing

@Suite struct TemporaryProof {
  @Test(arguments: [
    ("umami", ["umami-software+umami/prisma/schema.prisma"]),
    ("documenso", ["documenso+documenso/packages/prisma/schema.prisma"]),
    ("formbricks", ["formbricks+formbricks/packages/database/schema/main.prisma", "formbricks+formbricks/packages/database/schema/workflows.prisma"]),
  ]) func proof(name: String, paths: [String]) async throws {
    let files = try paths.map { ($0, try String(contentsOfFile: "/tmp/prisma/" + $0, encoding: .utf8)) }
    var fitting = SchemaFitting(IntrospectedSchema(try PrismaSchema(files)), NamingRules())
    let resolved = fitting.resolved()
    let schema = try #require(resolved)
    let backend = try PostgreSQLBackend("host=/tmp/pg.import user=igata dbname=\(name)")
    do {
      let report = try await backend.prepare(TableDescription.tables(schema.tables))
      print("PROOF", name, "ok", report.notes.count, report.notes)
    } catch {
      print("PROOF", name, error)
    }
  }
}
