import Foundation
import RuntimeModels
import Testing

@_spi(Backend) @testable import IgataRuntime

private typealias Tag = RuntimeModels.Tag

@Suite struct WatchingInboxTests {
  private static func changes(
    _ entries: [Journal.Entry], recorded: Set<String> = [], in scope: SessionScope? = nil
  ) -> CommittedChanges {
    var journal = Journal()
    for entry in entries { journal.append(entry) }
    return .recorded(RecordedChanges(journal, recordedTables: recorded, in: scope))
  }

  private static func tags(_ names: Range<Int>) -> CommittedChanges {
    let rows = RowRecords(changes: names.map { Change.inserted(Tag(name: "\($0)")) })
    return changes([.rows(rows)], recorded: ["tag"])
  }

  /// For an observer that doesn't request changes, a transaction of any size is buffered, or several up to the limit.
  @Test(.timeLimit(.minutes(10))) func memoryIsBounded() async {
    let inbox = ChangeInbox<Tag>(limit: 10)
    inbox.receive(Self.tags(0..<50))
    guard case .committed(let changes)? = await inbox.next() else { return #expect(Bool(false)) }
    #expect(changes.count == 50)
    inbox.receive(Self.tags(0..<6))
    inbox.receive(Self.tags(6..<10))
    for start in 10..<995 { inbox.receive(Self.tags(start..<start + 1)) }
    inbox.receive(.unknown(.fromOutside, tables: ["tag"]))
    inbox.receive(.unknown(.fromOutside, tables: nil))
    inbox.receive(Self.tags(2000..<2001))
    #expect(await inbox.next() == .unknown(.fellBehind))
    var rest: [ChangeSet<Tag>] = []
    repeat {
      if let next = await inbox.next() { rest.append(next) }
    } while rest.last != .committed([.inserted(Tag(name: "2000"))])
    #expect(rest.count <= 12)
    #expect(rest.filter { $0 == .unknown(.fromOutside) }.count == 1, "the same thing is said once")
  }

  /// The notifications of each observer about a transaction.
  @Test(.timeLimit(.minutes(10))) func tablesThatConcern() async {
    let cases: [(name: String, changes: CommittedChanges, isTold: Bool)] = [
      ("the table itself", Self.changes([.wrote(Account.table)]), true),
      ("what it refers to", Self.changes([.wrote(Person.table)]), false),
      ("a deletion of what it refers to", Self.changes([.deleted(Person.table)]), true),
      ("a deletion of what refers to it", Self.changes([.deleted(Entry.table)]), false),
      ("another table", Self.changes([.wrote(Tag.table), .deleted(Tag.table)]), false),
      ("all from outside", .unknown(.fromOutside, tables: nil), true),
      ("others from outside", .unknown(.fromOutside, tables: ["tag"]), false),
      ("itself from outside", .unknown(.fromOutside, tables: ["tag", "accounts"]), true),
      ("recorded, and not touched", Self.changes([.deleted(Person.table)], recorded: ["accounts"]), false),
    ]
    for (name, changes, isTold) in cases {
      let inbox = ChangeInbox<Account>()
      inbox.receive(changes)
      // A marker after it: what arrives before the marker belongs to the transaction.
      let mark = Account(name: "mark", owner: Person(name: "A"))
      inbox.receive(Self.changes([.rows(RowRecords(changes: [.inserted(mark)]))], recorded: ["accounts"]))
      let first = await inbox.next()
      #expect((first != .committed([.inserted(mark)])) == isTold, "\(name): \(first.map { "\($0)" } ?? "-")")
    }
  }

  /// An observer is only woken by changes of the tables that it read.
  @Test func observersSleep() async {
    let accounts = [Account.table, Person.table].map { ReadTable($0) }
    let inbox = TableInbox()
    for changes in [Self.changes([.wrote(Tag.table)]), Self.changes([.deleted(Entry.table)])] {
      inbox.receive(changes)
      let task = Task { await inbox.wait(for: accounts) }
      task.cancel()
      #expect(await task.value == false)
    }
  }

  @Test func queriesReadTables() {
    let cases: [(query: RowQuery, tables: Set<String>)] = [
      (Account.all.rowQuery, ["accounts"]),
      (Account.where { $0.owner.name == "x" || !($0.kind == .cash) }.rowQuery, ["accounts", "person"]),
      (Entry.where { $0.account.parent.owner.email.isNil }.rowQuery, ["entry", "accounts", "person"]),
      (Entry.all.order { $0.account.settings.warnBelow.descending }.rowQuery, ["entry", "accounts", "settings"]),
    ]
    for (query, tables) in cases { #expect(query.tableNames == tables) }
    let sum = Aggregate.sum(.column(RelationPath([0, 2]), 2))
    #expect(Entry.all.rowQuery.tableNames([.count, sum]) == ["entry", "accounts", "settings"])
  }
}
