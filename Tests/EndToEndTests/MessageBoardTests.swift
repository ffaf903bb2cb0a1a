import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQLite
import Testing

/// The message board: dictionaries are saved with a store that doesn't depend on a model, and loaded again. Choosing
/// the backend takes one line.
@Test(arguments: BackendChoice.allCases)
func messageBoardKeepsDictionaries(_ choice: BackendChoice) async throws {
  let store = Store(try await choice.make())  // the one line
  try await store.prepare(MessageSchema.self)

  let posted: [[String: any Sendable]] = (0..<3).map { number in
    [
      "id": UUID(), "date": Date(timeIntervalSince1970: 1_700_000_000 + Double(number) / 8),
      "message": "投稿 \(number) “quoted” 'single' 🗾",
    ]
  }
  for dictionary in posted { try await store.save(dictionary, as: Message.self) }

  let loaded = try await store.load(Message.self)
  #expect(loaded.count == posted.count)
  for dictionary in posted {
    let id = try #require(dictionary["id"] as? UUID)
    let same = try #require(loaded.first { $0["id"] as? UUID == id })
    #expect(same.keys.sorted() == dictionary.keys.sorted())
    #expect(same["date"] as? Date == dictionary["date"] as? Date)
    #expect(same["message"] as? String == dictionary["message"] as? String)
  }
}

/// The article's pair of `convert` methods, with strict validation.
@Test func messageConverts() throws {
  var message = Message()
  let before = message
  try message.convert(dictionary: ["message": "hello"])
  #expect(message.message == "hello" && message.id == before.id && message.date == before.date)
  #expect(try Message(dictionary: message.convert()) == message)

  let bad: [(dictionary: [String: Any], path: String)] = [
    (["message": 1], "Message.message"),
    (["message": NSNull()], "Message.message"),
    (["date": "yesterday"], "Message.date"),
    (["id": "not-a-uuid"], "Message.id"),
    (["massage": "hello"], "Message.massage"),
  ]
  for (dictionary, path) in bad {
    var copy = message
    do throws(ConversionError) {
      try copy.convert(dictionary: ["message": "changed"].merging(dictionary) { $1 })
      Issue.record("\(path) was accepted")
    } catch {
      #expect(error.description.contains(path), "\(error)")
    }
    #expect(copy == message, "all or none")
  }
  try message.convert(dictionary: ["massage": "hello", "message": "kept"], unknownKeys: .ignore)
  #expect(message.message == "kept")
}
