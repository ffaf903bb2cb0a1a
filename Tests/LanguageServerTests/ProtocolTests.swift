import IgataDiagnostics
import TestSupport
import Testing

@testable import IgataTool

@Suite struct ProtocolTests {
  private static func code(_ answer: JSONTree) -> Int? { answer["error", "code"].number }

  @Test func phasesAreInOrder() {
    let client = TestClient(new: ())
    #expect(Self.code(client.answer("textDocument/hover")) == -32002)
    #expect(Self.code(client.answer("shutdown")) == -32002)
    client.notify("textDocument/didOpen", ["textDocument": ["uri": "untitled:a", "version": 1, "text": ""]])
    #expect(client.server.workspace.documents.isEmpty)
    client.request("initialize", ["capabilities": [:]])
    #expect(Self.code(client.answer("initialize", ["capabilities": [:]])) == -32600)
    #expect(client.answer("shutdown")["result"] == nil)
    #expect(client.server.phase == .shutDown)
    #expect(Self.code(client.answer("textDocument/hover")) == -32600)
    client.notify("exit", nil)
    #expect(client.server.phase == .ended(isOrderly: true))
  }

  @Test func exitWithoutShutdownIsAnError() {
    let client = TestClient(new: ())
    client.notify("exit", nil)
    #expect(client.server.phase == .ended(isOrderly: false))
  }

  @Test func unknownMethodsAreRefusedAndNotificationsIgnored() {
    let client = TestClient(new: ())
    client.request("initialize", nil)
    #expect(Self.code(client.answer("textDocument/\u{202E}x")) == -32601)
    client.notify("$/setTrace", ["value": "verbose"])
    client.notify("$/unknown", [1, 2])
    client.notify("textDocument/unknown", [:])
    #expect(client.takeNotifications().isEmpty)
  }

  @Test(arguments: [
    (#"{"#, -32700), (#""#, -32700), (#"{"id": 1, "id": 2}"#, -32700), ("\u{FF}", -32700),
    (String(repeating: "[", count: 100_000), -32700),
    (#"{"id": 1, "method": "x", "params": \#(String(repeating: "[", count: 300))"#, -32700),
    ("[]", -32600), ("7", -32600), ("{}", -32600), (#"[{"jsonrpc": "2.0", "id": 1, "method": "shutdown"}]"#, -32600),
    (#"{"id": 1}"#, -32600), (#"{"id": 1, "method": 7}"#, -32600), (#"{"id": null, "method": "x"}"#, -32600),
    (#"{"id": 1.5, "method": "x"}"#, -32600), (#"{"id": [], "method": "x"}"#, -32600),
    (#"{"id": 99999999999999999999, "method": "x"}"#, -32600),
  ])
  func invalidMessagesAreAnswered(_ text: String, _ code: Int) {
    let client = TestClient(new: ())
    client.request("initialize", nil)
    client.server.handle(Message(Array(text.utf8)))
    let sent = client.channel.takeSent()
    #expect(sent.count == 1)
    #expect(sent.first.flatMap(Self.code) == code)
    #expect(Self.code(client.answer("x")) == -32601, "the server is alive")
  }

  @Test func identifiersAreRepeated() {
    for id: JSONTree in [0, -7, 9_007_199_254_740_993, "a", "", "😀\u{0}"] {
      let client = TestClient(new: ())
      for _ in 0..<2 {
        client.server.handle(Message(Array((["id": id, "method": "x"] as JSONTree).line.utf8)))
      }
      #expect(client.channel.takeSent().map { $0["id"] } == [id, id])
    }
  }

  /// Each method with parameters of wrong types answers with an error and goes on.
  @Test func wrongParametersAreRefused() {
    let client = TestClient(TestClient.pulling)
    client.open("untitled:a", "model A {\n  id: Int @primaryKey\n}\n")
    let document: JSONTree = ["uri": "untitled:a"]
    let wrong: [JSONTree] = [
      nil, [:], [], "x", ["textDocument": 1], ["textDocument": ["uri": 1]], ["textDocument": document, "position": 1],
      ["textDocument": document, "position": ["line": -1, "character": 0]],
      ["textDocument": document, "position": ["line": "0", "character": 0]],
      ["textDocument": document, "range": ["start": ["line": 0, "character": 0]]],
    ]
    // These need no parameters, or accept any.
    let lenient: Set<String> = [
      "shutdown", "workspace/diagnostic", "textDocument/diagnostic", "textDocument/semanticTokens/full",
      "textDocument/documentSymbol", "textDocument/foldingRange", "textDocument/formatting", "completionItem/resolve",
      "textDocument/semanticTokens/range",
    ]
    for method in LanguageServer.requests.keys.sorted() where method != "shutdown" {
      for parameters in wrong {
        let answer = client.answer(method, parameters)
        if !lenient.contains(method) { #expect(Self.code(answer) == -32602, "\(method) \(parameters.line)") }
      }
    }
    for method in LanguageServer.notifications.keys where method != "textDocument/didClose" {
      for parameters in wrong { client.notify(method, parameters) }
    }
    #expect(client.ask("hover", "untitled:a", 0, 0) == client.ask("hover", "untitled:a", 0, 0))
    #expect(client.server.workspace.documents.count == 1)
  }

  /// Documents that don't exist, and files that are no schema, have no answers.
  @Test func otherDocumentsHaveNoAnswers() throws {
    let folder = try Scratch()
    try folder.write("{}", to: "igata.json")
    let client = TestClient(folder: folder)
    for name in ["missing.igata", "igata.json", "x.swift"] {
      let uri = TestClient.uri(folder, name)
      for method in LanguageServer.requests.keys.sorted()
      where method.hasPrefix("textDocument/") && method != "textDocument/diagnostic" {
        let answer = client.answer(
          method,
          [
            "textDocument": ["uri": .text(uri)], "position": ["line": 0, "character": 0], "newName": "x",
            "range": ["start": ["line": 0, "character": 0], "end": ["line": 0, "character": 0]],
            "positions": [["line": 0, "character": 0]],
          ])
        if method == "textDocument/rename" {
          #expect(Self.code(answer) == -32803)
        } else {
          #expect(answer["result"].list.isEmpty, "\(method): \(answer.line)")
        }
      }
    }
  }

  @Test func canceledRequestsAreAnsweredOnce() {
    let channel = ScriptedChannel()
    var server = LanguageServer(channel)
    func message(_ tree: JSONTree) -> Message { Message(Array(tree.line.utf8)) }
    channel.waiting = [message(["id": 0, "method": "initialize", "params": [:]])]
    let count = FuzzingBudget.rounds(200)
    for id in 1...count {
      channel.waiting.append(message(["id": .number(id), "method": "workspace/symbol", "params": ["query": "x"]]))
      // Cancellations that come too late, or for what was never asked, and those that come twice.
      for other in [id, id, id - 1, id + 1_000_000] where id % 2 == 0 {
        channel.waiting.append(message(["method": "$/cancelRequest", "params": ["id": .number(other)]]))
      }
    }
    channel.waiting.append(message(["method": "$/cancelRequest", "params": ["id": []]]))
    server.run()
    let answers = channel.takeSent()
    #expect(answers.map { $0["id"].number } == Array(0...count))
    let cancelled = answers.filter { Self.code($0) == -32800 }.compactMap { $0["id"].number }
    #expect(Set(cancelled) == Set(1...count), "all are canceled before the first is answered")
    #expect(server.inbox.isEmpty)
  }

  /// A cancellation that arrives while the request is being answered is heard between its stages.
  @Test func requestsAreCanceledUnderWay() {
    let client = TestClient()
    client.open("untitled:a", "model A {\n  id: Int @primaryKey\n}\n")
    let request: JSONTree = [
      "id": 7, "method": "textDocument/hover",
      "params": ["textDocument": ["uri": "untitled:a"], "position": ["line": 0, "character": 6]],
    ]
    client.server.listen()
    client.channel.waiting = [Message(Array(request.line.utf8))]
    client.server.listen()
    guard let message = client.server.takeMessage() else {
      Issue.record("no message")
      return
    }
    // The first look is before the request is begun; the next one is after the schema has been resolved.
    client.channel.delay = 1
    client.channel.waiting = [Message(Array(#"{"method": "$/cancelRequest", "params": {"id": 7}}"#.utf8))]
    client.server.handle(message)
    #expect(client.channel.takeSent().map(Self.code) == [-32800])
  }

  /// Sessions with mutated messages: every request is answered exactly once, and nothing crashes.
  @Test func mutatedSessionsAreSurvived() {
    for round in 0..<FuzzingBudget.rounds(40) {
      var random = SplitMix64("sessions", round: round)
      let channel = ScriptedChannel()
      var server = LanguageServer(channel)
      var expected: [RequestID: Int] = [:]
      var invalid = 0
      channel.waiting = Self.session(&random).map { text in
        var bytes = Array(text.utf8)
        if random.chance(30), !bytes.isEmpty {
          for _ in 0...random.below(3) {
            let offset = random.below(bytes.count)
            bytes[offset] = random.chance(50) ? UInt8(ascii: "0") + UInt8(random.below(10)) : UInt8(random.below(256))
          }
        }
        let message = Message(bytes)
        switch message {
        case .request(let id, _, _): expected[id, default: 0] += 1
        case .invalid(let id?, _): expected[id, default: 0] += 1
        case .invalid(nil, _): invalid += 1
        case .notification(let method, _) where method == "exit": break
        case .notification, .response: break
        }
        return message
      }
      let hasExit = channel.waiting.contains { if case .notification("exit", _) = $0 { true } else { false } }
      server.run()
      let answers = channel.takeSent().filter { $0["method"] == nil }
      let counts = answers.reduce(into: [JSONTree: Int]()) { $0[$1["id"], default: 0] += 1 }
      guard !hasExit else { continue }
      for (id, count) in expected { #expect(counts[id.tree] == count, "round \(round), seed \(FuzzingBudget.seed)") }
      #expect(counts[.null, default: 0] == invalid)
    }
  }

  private static func session(_ random: inout SplitMix64) -> [String] {
    var id = 0
    func request(_ method: String, _ parameters: JSONTree) -> String {
      id += 1
      return (["jsonrpc": "2.0", "id": .number(id), "method": .text(method), "params": parameters] as JSONTree).line
    }
    func notification(_ method: String, _ parameters: JSONTree) -> String {
      (["jsonrpc": "2.0", "method": .text(method), "params": parameters] as JSONTree).line
    }
    let document: JSONTree = ["uri": "untitled:a", "version": 1, "text": "model A {\n  id: Int @primaryKey\n  b: [B]\n}\n"]
    var messages = [request("initialize", ["capabilities": TestClient.pulling]), notification("initialized", [:])]
    messages.append(notification("textDocument/didOpen", ["textDocument": document]))
    for version in 2..<12 {
      let position: JSONTree = ["line": .number(random.below(5)), "character": .number(random.below(20))]
      let range: JSONTree = ["start": position, "end": position]
      let changes: JSONTree = [["range": range, "text": .text(random.element(["x", "}", "\n", "@", "😀"]))]]
      let identifier: JSONTree = ["uri": "untitled:a", "version": .number(version)]
      messages.append(notification("textDocument/didChange", ["textDocument": identifier, "contentChanges": changes]))
      let method = random.element(LanguageServer.requests.keys.sorted().filter { $0 != "shutdown" })
      let parameters: JSONTree = [
        "textDocument": identifier, "position": position, "range": range, "newName": "B", "query": "b",
        "positions": [position], "command": "igata.showGenerated", "arguments": ["untitled:a"], "label": "x",
      ]
      messages.append(request(method, parameters))
      if random.chance(30) { messages.append(notification("$/cancelRequest", ["id": .number(id)])) }
    }
    return messages
  }
}
