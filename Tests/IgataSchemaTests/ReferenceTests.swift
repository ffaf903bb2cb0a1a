import IgataSchema
import Testing

/// The columns of relations that refer to a unique field.
@Suite struct ReferenceTests {
  /// Such a column is as secret, and kept in the same form, as what it refers to.
  @Test func columnsAreAsTheFieldsThatTheyReferTo() throws {
    let resolved = Resolved(
      """
      model Guest @external {
        let id: Int = autoincrement() @primaryKey
        pass: UUID @unique @stored(as: text(upper)) @sensitive
        code: String @unique
      }
      model Visit @external {
        let id: Int = autoincrement() @primaryKey
        guest: Guest? @references(pass) @onDelete(noAction)
        other: Guest? @references(code) @onDelete(noAction)
      }
      """)
    #expect(resolved.ids == [], "\(resolved.report)")
    let columns = try #require(resolved.schema.tables.last).table.columns
    #expect(columns.map(\.isSensitive) == [false, true, false])
    #expect(columns.map { $0.form?.text } == [nil, "text(upper)", nil])
  }
}
