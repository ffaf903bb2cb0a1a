import Foundation
import GeneratedModels
import IgataRuntime
import IgataSQLite
import Testing

/// Defaults of JSON are the same in Swift and in the database, and values are made where there is a database.
@Test(arguments: BackendChoice.allCases)
func defaultsOfTheSchemaAreStored(_ choice: BackendChoice) async throws {
  let store = Store(try await choice.make())
  try await store.prepare(EverythingSchema.self)
  let coupon = Coupon(style: Style())
  let nested: JSON = ["a": .null, "b": true, "\u{1F600}": "\n"]
  #expect(coupon.rules == ["theme": "da'rk", "size": 1.1, "tags": [], "nested": nested])
  #expect(coupon.notes == [1, "a", ["b": []]])
  #expect(coupon.limits == [] && coupon.extra == [:] && coupon.flag == true && coupon.style.theme == ["name": "dark"])
  #expect(coupon.code == nil && coupon.number == nil)
  #expect(try Coupon(dictionary: ["style": [:] as [String: Any]]) == coupon)
  let given = try await store.save(Coupon(style: Style(), code: "x", number: 1))
  #expect(try await store.find(Coupon.self, id: given.id) == given)
  if choice == .memory {
    let reason = "its default is SQL, which only a database evaluates; set a value before the model is saved"
    await #expect(throws: StoreError.unsupportedQuery(expression: "Coupon.code", reason: reason)) {
      try await store.save([Coupon(style: Style(), code: "y", number: 2), coupon])
    }
    #expect(try await store.count(Coupon.all) == 1)
    return
  }
  let made = try await store.save(coupon)
  #expect(made.code == "coupon" && made.number == 42)
  #expect(try await store.find(Coupon.self, id: made.id) == made)
}

/// A row that another program inserts without values has the defaults of the schema.
@Test func aRowWithoutValuesHasTheDefaults() async throws {
  let file = FileManager.default.temporaryDirectory.appendingPathComponent("igata-\(UUID().uuidString).sqlite").path
  defer { try? FileManager.default.removeItem(atPath: file) }
  let store = Store(try SQLiteBackend(path: file))
  try await store.prepare(EverythingSchema.self)
  let saved = try await store.save(Coupon(style: Style()))
  try Engine(path: file).execute("INSERT INTO coupon (id) VALUES (7)")
  var other = try #require(try await store.find(Coupon.self, id: 7))
  other.id = saved.id
  #expect(other == saved)
  #expect(try await store.count(Coupon.where { $0.rules == saved.rules }) == 2)
  #expect(try await store.count(Coupon.where { $0.style.theme == saved.style.theme }) == 2)
  #expect(try await store.prepare(EverythingSchema.self).createdTables == [])
}
