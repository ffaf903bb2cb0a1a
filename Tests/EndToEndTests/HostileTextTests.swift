import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQLite
import Testing

/// Text that is known to break programs is stored exactly, or rejected before anything is written.
@Test(arguments: BackendChoice.allCases)
func hostileTextIsKeptOrRefused(_ choice: BackendChoice) async throws {
  let store = Store(try await choice.make())
  try await store.prepare(MessageSchema.self)
  for text in hostileTexts {
    let message = Message(message: text)
    if text.utf8.contains(0) {
      await #expect(throws: StoreError.self) { try await store.save(message) }
      #expect(try await store.find(Message.self, id: message.id) == nil)
      continue
    }
    try await store.save(message)
    let found = try #require(try await store.find(Message.self, id: message.id))
    #expect(found.message.utf8.elementsEqual(text.utf8), "\(text.debugDescription.prefix(60))")
    let same = try await store.count(Message.where { $0.message == text && $0.id == message.id })
    #expect(same == 1, "\(text.debugDescription.prefix(60))")
  }
}

private let hostileTexts: [String] = {
  var texts = (1..<0x20).map { String(UnicodeScalar(UInt8($0))) }
  texts += [
    "", " ", "\u{0}", "a\u{0}b", "'", "''", "\"", "\\", "\\0", "`", "%", "_", "%_%", "--", "/* */", ";",
    "'; DROP TABLE message; --", "NULL", "null", "nil", "true", "0", "-0", "1e309", "NaN", "\u{7F}", "\u{80}",
    "\u{200B}", "\u{200F}\u{202E}evil\u{202C}", "\u{FEFF}bom", "e\u{301}", "é",
    "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}",
    "𝒳𐍈", "\u{10FFFF}", "\u{FFFD}", "\u{FFFE}", "\r\n", "\u{2028}\u{2029}", "口座　残高", "ｶﾀｶﾅ", "{{mustache}}",
    "{\"json\": [1]}", "<b>&amp;</b>", "$(rm -rf)", "../../etc", String(repeating: "あ", count: 350_000),
    String(repeating: "'", count: 1_000_000),
  ]
  return texts
}()

/// Keys that are equal in Swift but different in a store: é as one code point, and as two.
@Test(arguments: BackendChoice.allCases)
func keysAreToldApartByTheirBytes(_ choice: BackendChoice) async throws {
  let store = Store(try await choice.make())
  try await store.prepare(HouseholdSchema.self)
  let account = try await store.save(
    Account(name: "a", owner: Person(name: "b"), tags: [Tag(name: "\u{E9}"), Tag(name: "e\u{301}")]))
  #expect(try await store.count(Tag.all) == 2)
  let found = try #require(try await store.find(Account.self, id: account.id))
  #expect(found.tags.map { Array($0.name.unicodeScalars).count } == [1, 2])
}
