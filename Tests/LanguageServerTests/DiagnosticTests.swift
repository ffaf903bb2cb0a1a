import Foundation
import IgataDiagnostics
import TestSupport
import Testing

@testable import IgataTool

@Suite struct DiagnosticTests {
  private static let text = "model 口座 {\n  id: UUID @primaryKey /* 😀 */ @colum(\"x\")\n}\n"

  /// Columns are counted in the units that were agreed on.
  @Test(arguments: [(nil, 33), ("utf-16", 33), ("utf-32", 32), ("utf-8", 35)] as [(String?, Int)])
  func columnsAreInTheAgreedUnits(_ encoding: String?, _ column: Int) {
    let client = TestClient(encoding: encoding)
    client.open("untitled:a", Self.text)
    let diagnostics = client.published()["untitled:a"] ?? []
    #expect(diagnostics.count == 1)
    let first = diagnostics.first ?? .null
    #expect(shown(first["range"]).hasPrefix("1:\(column)-"))
    #expect(first["code"] == "unknown-attribute")
    #expect(first["source"] == "igata")
    #expect(first["message"].text.contains("did you mean '@column'?"))
  }

  @Test func relatedLocationsAndTagsAreThereIfKnown() {
    let source = "model A {\n  id: Int @primaryKey\n  id: Int\n}\nmodel B {\n  id: Int @primaryKey\n  n: String @column(\"n\")\n}\n"
    let client = TestClient()
    client.open("untitled:a", source)
    var diagnostics = client.published()["untitled:a"] ?? []
    let duplicate = diagnostics.first { $0["code"] == "duplicate-field" }
    #expect(duplicate?["relatedInformation", 0, "location", "uri"] == "untitled:a")
    #expect(shown(duplicate?["relatedInformation", 0, "location", "range"] ?? .null) == "1:2-1:4")
    client.change("untitled:a", [["text": .text(String(source.dropFirst(source.count / 2 - 6)))]])
    let plain = TestClient(["textDocument": ["publishDiagnostics": [:]]])
    plain.open("untitled:a", source)
    diagnostics = plain.published()["untitled:a"] ?? []
    #expect(diagnostics.allSatisfy { $0["relatedInformation"] == nil && $0["tags"] == nil })
    #expect(diagnostics.count >= 1)
  }

  @Test func unnecessaryTextIsTagged() {
    let client = TestClient()
    client.open("untitled:a", "model B {\n  id: Int @primaryKey\n  n: String? = nil\n}\n")
    let diagnostic = client.published()["untitled:a"]?.first { $0["code"].text.hasPrefix("redundant-") }
    #expect(diagnostic?["tags"] == [1])
  }

  /// A diagnostic leads to its page if the documentation has a site and the client can open addresses.
  @Test(arguments: [nil, "https://docs.example/igata"])
  func diagnosticsLeadToTheirPages(_ site: String?) {
    let plain: JSONTree = ["textDocument": ["publishDiagnostics": [:]]]
    for (capabilities, shown) in [(TestClient.capabilities, site), (plain, nil)] {
      let client = TestClient(capabilities, site: site)
      client.open("untitled:a", Self.text)
      let address = shown.map { JSONTree.text("\($0)/documentation/igataruntime/unknown-attribute") }
      #expect(client.published()["untitled:a"]?.first?["codeDescription", "href"] == address ?? .null)
    }
  }

  /// Only what has changed is published, with the version that it belongs to.
  @Test func changesArePublished() throws {
    let folder = try Scratch()
    try folder.write("model A {\n  id: Int @primaryKey\n  b: B?\n}\n", to: "a.igata")
    try folder.write("model B {\n  id: Int @primaryKey\n  x: Missing\n}\n", to: "b.igata")
    let client = TestClient(folder: folder)
    #expect(client.published().keys.sorted() == ["b.igata"])
    let uri = TestClient.uri(folder, "b.igata")
    client.open(uri, try folder.read("b.igata"))
    #expect(client.published().isEmpty, "the same list again")
    client.change(uri, [["text": "model C {\n  id: Int @primaryKey\n}\n"]])
    let notifications = client.takeNotifications()
    #expect(notifications.map { $0["params", "version"].number } == [nil, 2])
    #expect(notifications.map { $0["params", "diagnostics"].list.count } == [1, 0])
  }

  /// Errors are published before the rules have run, but findings don't vanish for that time.
  @Test func errorsComeFirst() {
    let client = TestClient()
    client.open("untitled:a", "model a {\n  id: Int @primaryKey\n}\n")
    client.server.work()
    #expect(client.channel.takeSent().isEmpty, "no error, and the rules haven't run")
    client.server.work()
    #expect(client.channel.takeSent().map { $0["params", "diagnostics"].list.count } == [1])
    client.change("untitled:a", [["text": "model a {\n  id: Int @primaryKey\n\n}\n"]])
    client.server.work()
    #expect(client.channel.takeSent().isEmpty, "the finding stays")
    client.server.work()
    client.change("untitled:a", [["text": "model a {\n  id: Int @primaryKe\n\n}\n"]])
    client.server.work()
    #expect(client.channel.takeSent().map { $0["params", "diagnostics", 0, "code"] } == ["unknown-attribute"])
    client.server.work()
    #expect(client.channel.takeSent().isEmpty)
  }

  /// Work that is due is given up for messages, and done after them.
  @Test func messagesComeBeforeDiagnostics() throws {
    let folder = try Scratch()
    try folder.write("model A {\n  id: Missing @primaryKey\n}\n", to: "a.igata")
    let client = TestClient(folder: folder)
    client.channel.waiting = [Message(Array(#"{"id": 1, "method": "x"}"#.utf8))]
    client.server.work()
    #expect(client.channel.takeSent().filter { $0["method"] == "textDocument/publishDiagnostics" }.isEmpty)
    #expect(client.server.schedule.stage == .errors)
    if let message = client.server.takeMessage() { client.server.handle(message) }
    #expect(client.published()["a.igata"]?.count == 1)
  }

  @Test func diagnosticsArePulled() throws {
    let folder = try Scratch()
    try folder.write("model A {\n  id: Int @primaryKey\n  b: B?\n}\n", to: "a.igata")
    try folder.write("model B {\n  id: Int @primaryKey\n}\n", to: "b.igata")
    try folder.write(#"{"x": 1}"#, to: "igata.json")
    let client = TestClient(folder: folder, TestClient.pulling)
    let (a, b) = (TestClient.uri(folder, "a.igata"), TestClient.uri(folder, "b.igata"))
    #expect(client.published().isEmpty, "nothing is pushed")
    func pull(_ uri: String, _ previous: JSONTree = nil) -> JSONTree {
      client.request("textDocument/diagnostic", ["textDocument": ["uri": .text(uri)], "previousResultId": previous])
    }
    client.open(b, try folder.read("b.igata"))
    let first = pull(a)
    #expect(first["kind"] == "full")
    #expect(first["items"].list.isEmpty)
    #expect(pull(a, first["resultId"]) == ["kind": "unchanged", "resultId": first["resultId"]])
    // An edit of one document changes what is wrong with another one.
    client.change(b, [["text": ""]])
    let second = pull(a, first["resultId"])
    #expect(second["items", 0, "code"] == "unknown-type")
    #expect(second["resultId"] != first["resultId"])
    #expect(pull(TestClient.uri(folder, "igata.json"))["items", 0, "code"] == "unknown-setting")
    let all = client.request("workspace/diagnostic", ["previousResultIds": [["uri": .text(a), "value": second["resultId"]]]])
    let kinds = all["items"].list.map { [$0["uri"].text.split(separator: "/").last.map(String.init), $0["kind"].text] }
    #expect(kinds == [["a.igata", "unchanged"], ["b.igata", "full"], ["igata.json", "full"]])
    #expect(all["items", 1, "version"] == 2)
  }

  @Test func clientsArePromptedToPullAgain() throws {
    let folder = try Scratch()
    try folder.write("model A {\n  id: Int @primaryKey\n  b: B?\n}\n", to: "a.igata")
    try folder.write("model B {\n  id: Int @primaryKey\n}\n", to: "b.igata")
    let client = TestClient(folder: folder, TestClient.pulling)
    func refreshes() -> Int { client.takeNotifications().filter { $0["method"] == "workspace/diagnostic/refresh" }.count }
    #expect(refreshes() == 0)
    client.ask("diagnostic", TestClient.uri(folder, "a.igata"))
    client.open(TestClient.uri(folder, "b.igata"), "")
    #expect(refreshes() == 1)
    #expect(refreshes() == 0)
    client.notify("workspace/didChangeWatchedFiles", ["changes": []])
    #expect(refreshes() == 1)
  }

  private static let spellings = [
    "/%C3%A9%62.igata", "/%c3%a9b.igata", "/x/../%C3%A9b.igata", "/éb.igata", "host/%C3%A9b.igata",
  ]

  /// The diagnostics are where the client has the document, under whatever spelling it opens it, and nowhere else.
  @Test(arguments: spellings)
  func spellingsOfAnAddressLeaveNoDiagnostics(_ spelling: String) throws {
    let folder = try Scratch()
    try folder.write("model A {\n  id: Missing @primaryKey\n}\n", to: "éb.igata")
    let plain = TestClient.uri(folder, "éb.igata")
    let other =
      spelling.hasPrefix("host")
      ? plain.replacing("file://", with: "file://localhost") : String(TestClient.uri(folder, "").dropLast()) + spelling
    let client = TestClient(folder: folder)
    var shown: [String: Int] = [:]
    func look() -> [String: Int] {
      for message in client.takeNotifications() where message["method"] == "textDocument/publishDiagnostics" {
        let count = message["params", "diagnostics"].list.count
        shown[message["params", "uri"].text] = count == 0 ? nil : count
      }
      return shown
    }
    func close(_ uri: String) { client.notify("textDocument/didClose", ["textDocument": ["uri": .text(uri)]]) }
    let text = try folder.read("éb.igata")
    #expect(look() == [plain: 1])
    client.open(other, text)
    #expect(look() == [other: 1])
    client.open(plain, text)
    #expect(look() == [plain: 1, other: 1])
    close(other)
    #expect(look() == [plain: 1])
    client.change(plain, [["text": "model A {\n  id: Int @primaryKey\n}\n"]])
    #expect(look() == [:])
    close(plain)
    #expect(look() == [plain: 1])
  }

  @Test(arguments: spellings.prefix(2))
  func pulledReportsOfOtherSpellingsEnd(_ spelling: String) throws {
    let folder = try Scratch()
    try folder.write("model A {\n  id: Missing @primaryKey\n}\n", to: "éb.igata")
    let other = String(TestClient.uri(folder, "").dropLast()) + spelling
    let client = TestClient(folder: folder, TestClient.pulling)
    var known: [String: (id: String, count: Int)] = [:]
    func pull() -> [String: Int] {
      let previous = known.map { JSONTree.object([.init(key: "uri", value: .text($0.key)), .init(key: "value", value: .text($0.value.id))]) }
      for item in client.request("workspace/diagnostic", ["previousResultIds": .list(previous)])["items"].list {
        let uri = item["uri"].text
        let count = item["kind"] == "unchanged" ? known[uri]?.count : item["items"].list.count
        known[uri] = (item["resultId"].text, count ?? -1)
      }
      return known.mapValues(\.count).filter { $0.value != 0 }
    }
    #expect(pull().values.sorted() == [1])
    client.open(other, try folder.read("éb.igata"))
    #expect(pull() == [other: 1])
    client.notify("textDocument/didClose", ["textDocument": ["uri": .text(other)]])
    #expect(pull() == [TestClient.uri(folder, "éb.igata"): 1])
    try FileManager.default.removeItem(at: folder.url("éb.igata"))
    client.notify("workspace/didChangeWatchedFiles", ["changes": []])
    _ = client.takeNotifications()
    #expect(pull() == [:])
  }
}
