internal import Foundation
@_spi(Backend) internal import IgataRuntime

extension Check {
  static let jsonPaths: [Check] = [
    Check("values within JSON are read as what they are, or are nil") { bench in
      let store = bench.store
      let all = try await bench.saveDocuments()
      let ages = try await store.select(all) {
        (
          $0.json["customer"]["age"].int64, $0.json["customer"]["age"].double, $0.json["customer"]["age"].decimal,
          $0.json["customer"]["age"].string
        )
      }
      let none = [Int64?](repeating: nil, count: 5)
      bench.expect(ages.map(\.0), [30, 30, .max, nil, nil] + none + [nil, nil, nil, nil], "integers")
      bench.expect(
        ages.map(\.1),
        [30, 30, 0x1p63, 0x1p63, nil, nil, nil, nil, nil, 30.5, .infinity, 0, 0.12345678901234568, 1e140], "doubles")
      bench.expect(
        ages.map { $0.2.map { "\($0)" } },
        ["30", "30", "9223372036854775807", "9223372036854775808", nil, nil, nil, nil, nil, "30.5", nil, nil, nil]
          + ["1" + String(repeating: "0", count: 140)], "decimals")
      bench.expect(ages.map(\.3), [nil, nil, nil, nil, "30"] + Array(repeating: nil, count: 9), "texts")
      func expect<Value: Storable & Equatable>(
        _ values: [Int: Value], _ what: String, _ column: (Specimen.Columns) -> Column<Value?>
      ) async throws {
        let found = try await store.select(all, column)
        bench.expect(found, JSON.documents.indices.map { values[$0] }, what)
      }
      try await expect([0: true], "Booleans") { $0.json["customer"]["vip"].bool }
      try await expect([0: "new"], "an element of an array") { $0.json["tags"][0].string }
      try await expect([0: "old"], "another element") { $0.json["tags"][1].string }
      try await expect([0: "zero"], "a member whose name is a number") { $0.json["0"].string }
      try await expect([8: 30], "the value itself") { $0.json.int64 }
      try await expect([6: 30], "a member of an element") { $0.json[0]["customer"]["age"].int64 }
      try await expect([5: 30], "an element of a member") { $0.json["customer"][0].int64 }
      try await expect([:], "an element of a number") { $0.json[0].int64 }
      try await expect([9: -3], "members with empty names") { $0.json[""][""][0][0].int64 }
      try await expect([9: 1], "a name with a dot") { $0.json["a.b"].int64 }
      try await expect([9: 2], "a name with quotes") { $0.json["a\"b\\"].int64 }
      try await expect([9: 3], "a name with one code point") { $0.json["\u{E9}"].int64 }
      try await expect([9: 4], "a name with two") { $0.json["e\u{301}"].int64 }
      try await expect([9: 5], "a name with a control character") { $0.json["\u{1}\n"].int64 }
      try await expect([:], "a name with NUL") { $0.json["a\0"].int64 }
      try await expect([:], "a great index") { $0.json["tags"][Int.max].string }
      try await expect([0: "Taro", 1: .null], "JSON, in which null is not nil") { $0.json["customer"]["name"] }
    },
    Check("conditions, orders, groups and updates by values within JSON") { bench in
      let store = bench.store
      let all = try await bench.saveDocuments()
      func expect(_ numbers: [Int16], _ what: String, _ condition: (Specimen.Columns) -> Condition) async throws {
        bench.expect(try await store.select(all.where(condition)) { $0.small }, numbers, what)
      }
      try await expect([0, 1, 2, 3, 9, 10, 13], "greater") { $0.json["customer"]["age"].double > 1 }
      try await expect([2], "greater integers") { $0.json["customer"]["age"].int64 > 30 }
      try await expect([0, 1], "equal decimals") { $0.json["customer"]["age"].decimal == 30 }
      try await expect([0], "text") { $0.json["customer"]["name"].string.hasPrefix("T") }
      try await expect([0], "text without case") { $0.json["customer"]["name"].string.lowercasedASCII == "taro" }
      try await expect([0], "one of a list") { $0.json["customer"]["name"].string.isIn(["Taro", "x"]) }
      try await expect([0], "true") { $0.json["customer"]["vip"].bool == true }
      try await expect([0], "equal JSON") { $0.json["tags"] == ["new", "old"] }
      try await expect([1], "JSON null") { $0.json["customer"]["name"] == .null }
      try await expect([0, 1], "not nil") { $0.json["customer"]["name"] != nil }
      for (name, numbers): (String, [Int16]) in [("a.b", [9]), ("0", [0]), ("tags", [0, 1, 2]), ("none", [])] {
        try await expect(numbers, "the member \(name)") { $0.json[name] != nil }
      }
      let ordered = all.order { $0.small.descending }
      bench.expect(
        try await store.select(
          Specimen.all.order { ($0.json["customer"]["age"].double.descending, $0.small.ascending) }.limit(5)
        ) { $0.small }, [10, 13, 2, 3, 9], "an order")
      bench.expect(try await store.count(ordered), JSON.documents.count, "all rows")
      bench.expect(
        try await store.count(Specimen.all.grouped { $0.json["customer"]["age"].int64 }).map(\.value),
        [JSON.documents.count - 3, 2, 1], "groups")
      bench.expect(
        try await store.distinct(Specimen.all) { $0.json["tags"][0].string }, [nil, "new"], "distinct values")
      bench.expect(
        try await store.sum(Specimen.where { $0.small < 2 }) { $0.json["customer"]["age"].int64 + 1 }, 62, "a sum")
      try await store.update(Specimen.all) { $0.note.set($0.json["customer"]["name"].string) }
      bench.expect(
        try await store.select(Specimen.where { $0.note != nil }) { $0.note }, ["Taro"], "an update to a text")
      for (what, query) in [
        ("a negative index", Specimen.where { $0.json["tags"][-1].string == "new" }),
        ("an order by JSON", Specimen.all.order { $0.json["tags"].ascending }),
        ("a long path", Specimen.where { row in (0..<200).reduce(row.json[0]) { path, _ in path[0] } != nil }),
      ] {
        await bench.expect(what, "unsupportedQuery") {
          _ = try await store.fetch(query)
        } isRight: {
          if case .unsupportedQuery = $0 { true } else { false }
        }
      }
    },
  ]
}

extension Bench {
  /// Saves a row for each of ``JSON/documents``, and returns the query for them in order.
  fileprivate func saveDocuments() async throws -> Query<Specimen> {
    try await store.save(
      JSON.documents.enumerated().map { number, json in
        var row = Specimen()
        row.small = Int16(number)
        row.json = json
        return row
      })
    return Specimen.all.order { $0.small.ascending }
  }
}

extension JSON {
  fileprivate static let documents = [
    #"{"customer": {"age": 30, "name": "Taro", "vip": true}, "tags": ["new", "old"], "0": "zero"}"#,
    #"{"customer": {"age": 3.0e1, "name": null}, "tags": []}"#,
    #"{"customer": {"age": 9223372036854775807, "vip": 1}, "tags": {"0": "no element"}}"#,
    #"{"customer": {"age": 9223372036854775808}}"#,
    #"{"customer": {"age": "30"}}"#,
    #"{"customer": [30]}"#,
    #"[{"customer": {"age": 30}}]"#,
    #"null"#,
    #"30"#,
    #"""
    {"customer": {"age": 30.5}, "": {"": [[-3]]}, "a.b": 1, "a\"b\\": 2, "\u00e9": 3, "e\u0301": 4, "\u0001\n": 5}
    """#,
    #"{"customer": {"age": 1e400}}"#,
    #"{"customer": {"age": -1e-400}}"#,
    #"{"customer": {"age": 0.1234567890123456789012345678901234567890123}}"#,
    #"{"customer": {"age": 1e140}}"#,
  ].compactMap { try? JSON(parsing: $0) }
}
