internal import Foundation
@_spi(Backend) internal import IgataRuntime

extension Check {
  static let paging: [Check] = [
    Check("pages are the rows of a query, one after the other") { bench in
      let store = bench.store
      var generator = SeededGenerator(seed: bench.seed)
      try await store.insert((0..<60).map { _ in Specimen.random(using: &generator) } + Specimen.extremes)
      let all = Specimen.all
      let queries: [(String, Query<Specimen>)] = [
        ("by key", all),
        ("by key, descending", all.order { $0.id.descending }),
        ("by a flag", all.order { $0.flag.ascending }),
        ("by text, descending", all.order { $0.text.descending }),
        ("by what may be nil", all.order { $0.note.ascending }),
        ("by what may be nil, descending", all.order { $0.maybeDate.descending }),
        ("by days, descending", all.order { [$0.maybeDay.descending, $0.day.ascending] }),
        ("in mixed directions", all.order { [$0.maybeLarge.descending, $0.level.ascending, $0.exact.descending] }),
        ("in other mixed directions", all.order { [$0.phase.ascending, $0.maybeMoney.descending, $0.id.descending] }),
        ("by what is computed", Specimen.where { $0.large.isIn(-5...5) }.order { ($0.large * -1).descending }),
        ("by a part of a date", all.order { [$0.maybeDate.second.descending, $0.at.startOfMonth.ascending] }),
        ("by a value within JSON", all.order { $0.json["key"].string.descending }),
        ("of some rows", Specimen.where { $0.flag == true && $0.maybeFlag != true }.order { $0.double.descending }),
        ("with a limit and an offset", all.order { $0.money.ascending }.limit(31).offset(5)),
        ("with a limit of one page", all.order { $0.at.descending }.limit(7)),
        ("of no rows", Specimen.where { $0.text == "there is no such text" }),
      ]
      for (name, query) in queries {
        let expected = try await store.fetch(query).map(\.id)
        for size in [1, 7, 500] {
          bench.expect(try await pages(query, size, store).flatMap { $0.map(\.id) }, expected, "\(name), by \(size)")
        }
      }
    },
    Check("pages follow the order of a related column") { bench in
      let store = bench.store
      let owners = ["C", "A", "B"].map { Person(name: $0) }
      var accounts: [Account] = []
      for number in 0..<12 {
        var account = Account(name: "\(number)", owner: owners[number % 3], parent: accounts.first)
        if number % 2 == 0 { account.preferences.warnBelow = Int64(number % 4) }
        accounts.append(account)
      }
      try await store.save(accounts)
      let queries = [
        Account.all.order { [$0.owner.name.ascending, $0.name.descending] },
        Account.all.order { [$0.preferences.warnBelow.descending, $0.parent.name.ascending] },
        Account.all.order { $0.parent.owner.name.descending },
        Account.all.order {
          [$0.children.sum { $0.preferences.warnBelow }.descending, $0.children.max { $0.name }.ascending]
        },
      ]
      for query in queries {
        let expected = try await store.fetch(query)
        bench.expect(try await pages(query, 5, store).flatMap { $0 }, expected, "accounts by 5")
      }
      let seats = (1...3).flatMap { row in (1...4).map { Seat(row: row, number: $0) } }
      try await store.insert(seats)
      bench.expect(try await pages(Seat.all, 3, store).flatMap { $0 }, seats, "rows by a key of two columns")
    },
    Check("rows inserted and deleted between two pages affect no others") { bench in
      let store = bench.store
      func label(_ number: Int) -> Label {
        Label(name: String(UnicodeScalar(UInt8(97 + number))), color: "\(number % 2)")
      }
      try await store.insert((0..<10).map { label($0 * 2) })
      let query = Label.all.order { $0.color.descending }
      var page = try await store.page(query, size: 4)
      bench.expect(page.items.map(\.name), ["a", "c", "e", "g"], "the first page")
      bench.expect(page.cursor != nil && page.hasMore, "the first page is not the last")
      // The last row of the page, one before it and one after it are deleted; others are inserted on both sides.
      try await store.delete(Label.self, ids: ["g", "a", "k"])
      try await store.insert([Label(name: "f", color: "0"), Label(name: "h", color: "0")])
      page = try await store.page(query, size: 4, after: page.cursor)
      bench.expect(page.items.map(\.name), ["h", "i", "m", "o"], "the second page")
      page = try await store.page(query, size: 4, after: page.cursor)
      bench.expect(page.items.map(\.name), ["q", "s"], "the third page")
      bench.expect(page.hasMore, false, "whether there is a fourth page")
      bench.expect(page.cursor, nil, "the cursor of the last page")
      let end = try await store.page(query, size: 4, after: page.position)
      bench.expect(end.items, [], "the page after the end")
      bench.expect(end.position, page.position, "the position after the end")
      bench.expect(end.cursor, nil, "the cursor after the end")
      try await store.insert(Label(name: "z", color: "0"))
      let added = try await store.page(query, size: 4, after: end.position)
      bench.expect(added.items.map(\.name), ["z"], "what was added")
    },
    Check("cursors keep every text byte for byte") { bench in
      let store = bench.store
      let names = [
        "\u{FEFF}", "\u{FEFF}\u{FEFF}a", "\u{FEFF}a", "\u{FFFE}", "a\u{FEFF}", "e\u{301}", "\u{E9}", "", " ", "\n",
      ]
      try await store.insert(names.map { Label(name: $0, color: "1") })
      let expected = try await store.fetch(Label.all).map { Array($0.name.utf8) }
      var found: [[UInt8]] = []
      var page = try await store.page(Label.all, size: 1)
      while let label = page.items.first, found.count <= names.count {
        found.append(Array(label.name.utf8))
        guard let cursor = page.cursor else { break }
        page = try await store.page(Label.all, size: 1, after: try PageCursor(token: cursor.token))
      }
      bench.expect(found, expected, "the rows by pages of one, each cursor kept as text")
    },
    Check("cursors with text that no row can have are rejected") { bench in
      let store = bench.store
      try await store.insert(["a0b", "a1b"].map { Label(name: $0, color: "1") })
      guard let token = try await store.page(Label.all, size: 1).cursor?.token else {
        return bench.report.fail("a page without a cursor")
      }
      let digits = token.replacing("-", with: "+").replacing("_", with: "/")
      let padding = String(repeating: "=", count: (4 - digits.utf8.count % 4) % 4)
      guard let bytes = Data(base64Encoded: digits + padding), bytes.contains(Data("a0b".utf8)) else {
        return bench.report.fail("a cursor that does not hold the key of its row: \(token)")
      }
      let forged = bytes.replacing(Data("a0b".utf8), with: Data([0x61, 0, 0x62])).base64EncodedString()
        .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
      await bench.expect("a cursor with NUL", "invalidCursor") {
        _ = try await store.page(Label.all, size: 1, after: try PageCursor(token: forged))
      } isRight: {
        if case .invalidCursor = $0 { true } else { false }
      }
    },
    Check("cursors can be stored as text, and are valid for their own query only") { bench in
      let store = bench.store
      try await store.insert((0..<9).map { Label(name: "\($0)", color: "\($0 % 2)") })
      let query = Label.where { $0.color == "0" }.order { $0.name.descending }
      let page = try await store.page(query, size: 2)
      guard let cursor = page.cursor else { return bench.report.fail("a page without a cursor") }
      let copy = try JSONDecoder().decode(PageCursor.self, from: JSONEncoder().encode(cursor))
      bench.expect(try PageCursor(token: cursor.token), cursor, "a cursor that was kept as text")
      bench.expect(try await store.page(query, size: 2, after: copy).items.map(\.name), ["4", "2"], "the second page")
      let others = [
        Label.where { $0.color == "1" }.order { $0.name.descending }, Label.all.order { $0.name.descending },
        Label.where { $0.color == "0" }, query.limit(5),
      ]
      for other in others {
        await bench.expect("a cursor of another query", "invalidCursor") {
          _ = try await store.page(other, size: 2, after: cursor)
        } isRight: {
          if case .invalidCursor = $0 { true } else { false }
        }
      }
    },
  ]

  /// All pages of a query. Each but the last must be full and report that there are more.
  private static func pages<Model: PersistableModel>(
    _ query: Query<Model>, _ size: Int, _ store: Store
  ) async throws -> [[Model]] {
    var pages: [[Model]] = []
    var page = try await store.page(query, size: size)
    pages.append(page.items)
    while page.hasMore, page.items.count == size {
      page = try await store.page(query, size: size, after: page.cursor)
      pages.append(page.items)
    }
    var sequence: [[Model]] = []
    for try await page in store.pages(query, size: size) { sequence.append(page.items) }
    return sequence == pages ? pages : pages + [[]] + sequence
  }
}
