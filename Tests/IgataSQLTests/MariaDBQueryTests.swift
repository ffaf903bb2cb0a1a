import GeneratedModels
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQL
import Testing

/// A dialect that IgataSQL knows nothing of: what queries and writes become for it.
@Suite struct MariaDBQueryTests {
  /// What comes after the columns of the table, and how many parameters there are.
  private static let queries: [(name: String, query: RowQuery, rest: String, parameters: Int)] = [
    ("all", Tag.all.rowQuery, " ORDER BY t0.`name` COLLATE utf8mb4_nopad_bin", 0),
    (
      "a condition", Account.where { $0.kind == .cash && $0.initialAmount > 0 }.rowQuery,
      " WHERE (t0.`kind` = ? AND t0.`initial_amount` > ?) ORDER BY t0.`id`", 2
    ),
    (
      "another than a text", Person.where { $0.email != "a" }.rowQuery,
      " WHERE NOT (t0.`email` <=> ?) ORDER BY t0.`id`", 1
    ),
    (
      "what may be null on both sides", Account.where { $0.parent.comment.optional == $0.owner.email }.rowQuery,
      """
       LEFT JOIN `accounts` AS t1 ON t1.`id` = t0.`parent_id` JOIN `person` AS t2 ON t2.`id` = t0.`owner_id` \
      WHERE t1.`comment` <=> t2.`email` ORDER BY t0.`id`
      """, 0
    ),
    (
      "not less", Person.where { !($0.email < "a") }.rowQuery,
      " WHERE (t0.`email` COLLATE utf8mb4_nopad_bin < ?) IS NOT TRUE ORDER BY t0.`id`", 1
    ),
    (
      "one of some", Tag.where { $0.name.isIn(["a", "b"]) }.rowQuery,
      " WHERE t0.`name` IN (?, ?) ORDER BY t0.`name` COLLATE utf8mb4_nopad_bin", 2
    ),
    (
      "keys of several columns", RowQuery(Seat.table, where: .keyIsIn(columns: [0, 1], [[.integer(1), .integer(2)], [.integer(3), .integer(4)]])),
      """
       WHERE (t0.`row`, t0.`number`) IN ((?, ?), (?, ?)) ORDER BY t0.`row`, t0.`number`
      """, 4
    ),
    (
      "a part", Tag.where { $0.name.contains("%") }.rowQuery,
      " WHERE (LOCATE(?, t0.`name`) > 0) ORDER BY t0.`name` COLLATE utf8mb4_nopad_bin", 1
    ),
    (
      "a beginning", Tag.where { $0.name.hasPrefix("a%") }.rowQuery,
      """
       WHERE (t0.`name` LIKE CONCAT(REPLACE(REPLACE(REPLACE(?, '|', '||'), '%', '|%'), '_', '|_'), '%') ESCAPE \
      '|') ORDER BY t0.`name` COLLATE utf8mb4_nopad_bin
      """, 1
    ),
    (
      "an end", Entry.where { !$0.note.hasSuffix("a") }.rowQuery,
      " WHERE (RIGHT(t0.`note`, CHAR_LENGTH(?)) = ?) IS NOT TRUE ORDER BY t0.`id`", 2
    ),
    (
      "a text in any case", Tag.where { $0.name.equalsIgnoringCase("Food") }.rowQuery,
      """
       WHERE (CONVERT(CAST(LOWER(CONVERT(CAST(t0.`name` AS BINARY) USING tis620)) AS BINARY) USING utf8mb4) \
      COLLATE utf8mb4_nopad_bin = CONVERT(CAST(LOWER(CONVERT(CAST(? AS BINARY) USING tis620)) AS BINARY) USING \
      utf8mb4) COLLATE utf8mb4_nopad_bin) ORDER BY t0.`name` COLLATE utf8mb4_nopad_bin
      """, 1
    ),
    (
      "arithmetic", Account.where { $0.initialAmount + 1 > $0.initialAmount * 2 }.rowQuery,
      " WHERE (t0.`initial_amount` + ?) > (t0.`initial_amount` * ?) ORDER BY t0.`id`", 2
    ),
    (
      "order", Person.all.order { $0.email.descending }.rowQuery,
      " ORDER BY t0.`email` COLLATE utf8mb4_nopad_bin DESC, t0.`id`", 0
    ),
    (
      "a page", Entry.all.order { $0.at.ascending }.limit(10).offset(20).rowQuery,
      " ORDER BY t0.`at`, t0.`id` LIMIT ? OFFSET ?", 2
    ),
    (
      "an offset alone", Tag.all.offset(5).rowQuery,
      " ORDER BY t0.`name` COLLATE utf8mb4_nopad_bin LIMIT ? OFFSET ?", 2
    ),
    (
      "a path", Entry.where { $0.account.owner.name == "a" }.rowQuery,
      """
       JOIN `accounts` AS t1 ON t1.`id` = t0.`account_id` JOIN `person` AS t2 ON t2.`id` = t1.`owner_id` WHERE \
      t2.`name` = ? ORDER BY t0.`id`
      """, 1
    ),
    (
      "related rows", Person.where { $0.accounts.contains { $0.kind == .cash } && $0.accounts.count > 1 }.rowQuery,
      """
       WHERE (EXISTS (SELECT 1 FROM `accounts` AS t1 WHERE t1.`owner_id` = t0.`id` AND t1.`kind` = ?) AND \
      (SELECT count(*) FROM `accounts` AS t2 WHERE t2.`owner_id` = t0.`id`) > ?) ORDER BY t0.`id`
      """, 2
    ),
  ]

  @Test(arguments: queries.indices) func query(_ index: Int) throws {
    let (name, query, rest, parameters) = Self.queries[index]
    let translated = try QueryTranslator.rows(query, TableText(query.table, MariaDBDialect()))
    #expect(translated.rest == rest, "\(name)")
    #expect(translated.parameters.count == parameters, "\(name)")
    #expect(translated.sql.count { $0 == "?" } == parameters, "\(name)")
    #expect(translated.start.hasPrefix("SELECT t0.`"), "\(name)")
  }

  private static let others: [(name: String, make: @Sendable (MariaDBDialect) throws -> String, sql: String)] = [
    (
      "values, and nothing else",
      { dialect in
        var query = Entry.where { $0.amount > 0 }.order { $0.at.descending }.limit(2).rowQuery
        let entry = RelationPath()
        let owner = entry.appending(0).appending(0)
        query.values = [
          .column(entry, 2), .column(owner, 1), .arithmetic(.multiply, .column(entry, 2), .value(.integer(2))),
        ]
        return try QueryTranslator.rows(query, TableText(Entry.table, dialect)).sql
      },
      """
      SELECT t0.`amount`, t2.`name`, CASE WHEN t0.`id` = t0.`id` THEN (t0.`amount` * ?) END FROM `entry` AS t0 \
      JOIN `accounts` AS t1 ON t1.`id` = t0.`account_id` JOIN `person` AS t2 ON t2.`id` = t1.`owner_id` \
      WHERE t0.`amount` > ? ORDER BY t0.`at` DESC, t0.`id` LIMIT ?
      """
    ),
    (
      "sums",
      { dialect in
        let amount = QueryExpression.column(RelationPath(), 2)
        let text = TableText(Entry.table, dialect)
        return try QueryTranslator.aggregates(Entry.all.rowQuery, by: [], [.count, .sum(amount), .average(amount)], text)
          .query.sql
      },
      """
      SELECT count(*), CAST(sum(t0.`amount`) AS CHAR), CAST(sum(t0.`amount`) AS CHAR), count(t0.`amount`) FROM \
      `entry` AS t0
      """
    ),
    (
      "groups",
      { dialect in
        let (owner, email) = (RelationPath([0]), 2)
        let text = TableText(Account.table, dialect)
        let query = Account.all.order { $0.name.ascending }.limit(3).rowQuery
        return try QueryTranslator.aggregates(query, by: [.column(owner, email)], [.minimum(.column(RelationPath(), 1))], text)
          .query.sql
      },
      """
      SELECT t1.`email` COLLATE utf8mb4_nopad_bin, min(t0.`name` COLLATE utf8mb4_nopad_bin) FROM `accounts` AS \
      t0 JOIN `person` AS t1 ON t1.`id` = t0.`owner_id` WHERE t0.`id` IN (SELECT * FROM (SELECT t0.`id` FROM \
      `accounts` AS t0 ORDER BY t0.`name` COLLATE utf8mb4_nopad_bin, t0.`id` LIMIT ?) AS k) GROUP BY 1 ORDER BY \
      1
      """
    ),
    (
      "a deletion", { try deletion(Tag.where { $0.name == "a" }.rowQuery, $0) },
      "DELETE t0 FROM `tag` AS t0 WHERE t0.`name` = ?"
    ),
    (
      "a deletion by a path", { try deletion(Entry.where { $0.account.owner.name == "a" }.rowQuery, $0) },
      """
      DELETE t0 FROM `entry` AS t0 WHERE t0.`id` IN (SELECT * FROM (SELECT t0.`id` FROM `entry` AS t0 JOIN \
      `accounts` AS t1 ON t1.`id` = t0.`account_id` JOIN `person` AS t2 ON t2.`id` = t1.`owner_id` WHERE \
      t2.`name` = ?) AS k)
      """
    ),
    (
      "a deletion of some", { try deletion(Seat.all.limit(1).rowQuery, $0) },
      """
      DELETE t0 FROM `seat` AS t0 WHERE (t0.`row`, t0.`number`) IN (SELECT * FROM (SELECT t0.`row`, t0.`number` \
      FROM `seat` AS t0 ORDER BY t0.`row`, t0.`number` LIMIT ?) AS k)
      """
    ),
    (
      "a key", { TableText(Seat.table, $0).finding },
      """
      SELECT t0.`row`, t0.`number` FROM `seat` AS t0 WHERE t0.`row` = ? AND t0.`number` = ?
      """
    ),
    (
      "an insert", { WriteStatement(RowWrite(.insert, Seat.table), $0).sql },
      "INSERT INTO `seat` (`row`, `number`) VALUES (?, ?)"
    ),
    (
      "a save of a key alone", { WriteStatement(RowWrite(.save, Seat.table), $0).sql },
      """
      INSERT INTO `seat` (`row`, `number`) VALUES (?, ?) ON DUPLICATE KEY UPDATE `row` = VALUES(`row`)
      """
    ),
    (
      "a save", { WriteStatement(RowWrite(.save, Person.table), $0).sql },
      """
      INSERT INTO `person` (`id`, `name`, `email`) VALUES (?, ?, ?) ON DUPLICATE KEY UPDATE `name` = \
      VALUES(`name`), `email` = VALUES(`email`)
      """
    ),
    (
      "a save of a version", { WriteStatement(RowWrite(.save, note), $0).sql },
      """
      INSERT INTO `a``b` (`id`, `text`, `revision`) VALUES (?, ?, ?) ON DUPLICATE KEY UPDATE `text` = \
      IF(`revision` = VALUES(`revision`) - 1, VALUES(`text`), `text`), `revision` = IF(`revision` = \
      VALUES(`revision`) - 1, VALUES(`revision`), `revision`)
      """
    ),
    (
      "an update", { WriteStatement(RowWrite(.update, Person.table), $0).sql },
      "UPDATE `person` SET `name` = ?, `email` = ? WHERE `id` = ?"
    ),
    (
      "an update of a version", { WriteStatement(RowWrite(.update, note), $0).sql },
      """
      UPDATE `a``b` SET `text` = ?, `revision` = ? WHERE `id` = ? AND `revision` = ? - 1
      """
    ),
    (
      "presence", { WriteStatement(RowWrite(.update, Seat.table), $0).presence },
      "SELECT 1 FROM `seat` WHERE `row` = ? AND `number` = ?"
    ),
  ]

  @Test(arguments: others.indices) func statement(_ index: Int) throws {
    let (name, make, sql) = Self.others[index]
    #expect(try make(MariaDBDialect()) == sql, "\(name)")
  }

  private static func deletion(_ query: RowQuery, _ dialect: MariaDBDialect) throws -> String {
    try QueryTranslator.deletion(query, TableText(query.table, dialect)).sql
  }

  /// A name with the mark that quotes names, and a version.
  private static let note = TableDescription(
    """
    table Note "a`b"
    column id int64
    column text string
    column revision int64
    key id
    version revision
    """)

  /// An engine whose parameters have no numbers is told which column each is.
  @Test(arguments: [
    (RowWrite.Kind.insert, [0, 1, 2]), (.save, [0, 1, 2]), (.update, [1, 2, 0, 2]),
  ]) func parameters(_ kind: RowWrite.Kind, _ columns: [Int]) {
    let statement = WriteStatement(RowWrite(kind, Self.note), MariaDBDialect())
    #expect(statement.parameters == columns)
    #expect(statement.sql.count { $0 == "?" } == columns.count)
  }
}
