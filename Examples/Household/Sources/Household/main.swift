// Imports a household book from dictionaries, stores it in an SQLite file, and shows its content.
//
//   swift run Household [BOOK.json [FILE.sqlite]]

import Foundation
import HouseholdBook
import IgataRuntime
import IgataSQLite

let arguments = CommandLine.arguments.dropFirst()
let bookPath = arguments.first ?? "book.json"
let databasePath = arguments.dropFirst().first ?? "household.sqlite"

do {
  let store = Store(try SQLiteBackend(path: databasePath))
  let book = try Book(path: bookPath)
  // A new database is made as by the first release of this program.
  if try await store.migrate(HouseholdSchema.self, options: MigrationOptions(target: 1)) == .created(1) {
    try await book.saveAsFirstRelease(in: store)
  }
  if case .migrated(let from, let to) = try await store.migrate(HouseholdSchema.self) {
    print("Migrated \(try await store.count(Entry.all)) entries from version \(from) of the schema to version \(to).")
  }
  try await book.save(in: store)
  let kept = try await store.count(Entry.all)
  print("Imported \(book.entryCount) entries from \(bookPath); the store now holds \(kept).\n")

  // The wrapper's accessor: settings are never nil, and are stored once they are changed.
  if var cash = try await store.first(Account.where { $0.name == "現金" }) {
    let before = cash.hasSettings ? "kept" : "the default"
    cash.settings.warnBelow = 10_000
    cash = try await store.save(cash)
    print("\(cash.name): settings were \(before); now a warning comes below \(cash.settings.warnBelow).\n")
  }

  var report = Report(columns: ["Account", "Owner", "Kind", "Entries", "Balance"])
  var total = Currency.zero
  for account in try await store.fetch(Account.all.order { $0.name.ascending }) {
    let entries = Entry.where { $0.accountID == account.id }
    let balance = try await store.balance(of: account)
    total = try total + balance
    report.add([
      account.name, account.owner.name, account.kind.rawValue, "\(try await store.count(entries))",
      balance.formatted(currencyCode: "JPY", locale: Locale(identifier: "ja_JP")),
    ])
  }
  report.add([
    "Total", "", "", "\(kept)", total.formatted(currencyCode: "JPY", locale: Locale(identifier: "ja_JP")),
  ])
  print(report.text)

  let dearest = try await store.fetch(
    Entry.where { $0.amount < 0 && $0.note != "家賃" }.order { $0.amount.ascending }.limit(3))
  print("The three dearest entries but for the rent:")
  for entry in dearest {
    print("  \(entry.at.formatted(.iso8601.year().month().day()))  \(entry.amount)  \(entry.note ?? "—")")
  }
  print("\nDatabase: \(URL(fileURLWithPath: databasePath).path)")
} catch {
  FileHandle.standardError.write(Data("Household: \(error)\n".utf8))
  exit(1)
}
