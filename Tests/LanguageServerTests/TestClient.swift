import Foundation
import IgataDiagnostics
import TestSupport
import Testing

@testable import IgataTool

/// A connection whose messages are arrays.
final class ScriptedChannel: MessageChannel {
  /// The messages that will arrive.
  var waiting: [Message] = []
  private(set) var sent: [JSONTree] = []
  /// How often the server looks for messages before the first one arrives.
  var delay = 0

  var isAtEnd: Bool { waiting.isEmpty }

  func arrived() -> [Message] {
    if delay > 0 {
      delay -= 1
      return []
    }
    defer { waiting = [] }
    return waiting
  }

  func wait(until end: ContinuousClock.Instant?) {}

  func send(_ message: JSONTree) { sent.append(message) }

  func takeSent() -> [JSONTree] {
    defer { sent = [] }
    return sent
  }
}

/// An editor with a server in the same process.
final class TestClient {
  let channel = ScriptedChannel()
  var server: LanguageServer
  private var count = 0
  private var versions: [String: Int] = [:]
  /// What the server has sent by itself since the last call of ``takeNotifications()``.
  private var notifications: [JSONTree] = []

  /// A client before `initialize`.
  init(new: Void, site: String? = nil) { server = LanguageServer(channel, site: site) }

  /// A client after `initialize` and `initialized`.
  convenience init(
    folder: Scratch? = nil, encoding: String? = nil, _ capabilities: JSONTree = TestClient.capabilities,
    settings: JSONTree = nil, site: String? = nil
  ) {
    self.init(new: (), site: site)
    let address = folder.map { JSONTree.text(DocumentURI(path: Self.path($0)).text) } ?? .null
    var members = [JSONTree.Member(key: "general", value: ["positionEncodings": .list(encoding.map { [.text($0)] } ?? [])])]
    if case .object(let others) = capabilities { members += others }
    request(
      "initialize",
      ["processId": nil, "rootUri": address, "capabilities": .object(members), "initializationOptions": settings])
    notify("initialized", [:])
  }

  /// The folder as the server names it.
  static func path(_ folder: Scratch) -> String { PathText.normalized(folder.folder.path(percentEncoded: false)) }

  static func uri(_ folder: Scratch, _ name: String) -> String { DocumentURI(path: "\(path(folder))/\(name)").text }

  /// The capabilities of a client that knows everything but pulling diagnostics.
  static let capabilities = capabilities(pulls: false)
  static let pulling = capabilities(pulls: true)

  private static func capabilities(pulls: Bool) -> JSONTree {
    let plain = [
      "hover", "definition", "declaration", "typeDefinition", "implementation", "references", "documentHighlight",
      "foldingRange", "selectionRange", "inlayHint", "completion", "signatureHelp", "semanticTokens", "formatting",
      "rangeFormatting", "onTypeFormatting",
    ]
    var document = plain.map { JSONTree.Member(key: $0, value: [:]) }
    func add(_ key: String, _ value: JSONTree) { document.append(JSONTree.Member(key: key, value: value)) }
    add("documentSymbol", ["hierarchicalDocumentSymbolSupport": true])
    add("rename", ["prepareSupport": true])
    add("codeAction", ["codeActionLiteralSupport": [:]])
    add(
      "publishDiagnostics",
      ["relatedInformation": true, "tagSupport": ["valueSet": [1, 2]], "codeDescriptionSupport": true])
    if pulls { add("diagnostic", [:]) }
    return [
      "textDocument": .object(document),
      "workspace": [
        "symbol": [:], "executeCommand": [:], "applyEdit": true, "workspaceFolders": true,
        "diagnostics": ["refreshSupport": true], "didChangeWatchedFiles": ["dynamicRegistration": true],
        "workspaceEdit": ["documentChanges": true, "changeAnnotationSupport": [:]],
      ],
    ]
  }

  // MARK: Messages

  /// Sends a request, and returns the whole answer.
  @discardableResult
  func answer(_ method: String, _ parameters: JSONTree = nil) -> JSONTree {
    count += 1
    let id = count
    handle(["jsonrpc": "2.0", "id": .number(id), "method": .text(method), "params": parameters])
    let sent = channel.takeSent()
    notifications += sent.filter { $0["id"].number != id }
    let answers = sent.filter { $0["id"].number == id && $0["method"] == nil }
    #expect(answers.count == 1, "\(method) is answered \(answers.count) times")
    return answers.first ?? nil
  }

  /// Sends a request, and returns its result.
  @discardableResult
  func request(_ method: String, _ parameters: JSONTree = nil) -> JSONTree {
    let answer = answer(method, parameters)
    #expect(answer["error"] == nil, "\(method): \(answer["error"]["message"].text)")
    return answer["result"]
  }

  func notify(_ method: String, _ parameters: JSONTree) {
    handle(["jsonrpc": "2.0", "method": .text(method), "params": parameters])
    notifications += channel.takeSent()
  }

  private func handle(_ message: JSONTree) { server.handle(Message(Array(message.line.utf8))) }

  /// Lets the server publish what is due, whatever the time is.
  func takeNotifications() -> [JSONTree] {
    while server.schedule.stage != nil { server.work() }
    notifications += channel.takeSent()
    defer { notifications = [] }
    for message in notifications { #expect(message.isReadByFoundation) }
    return notifications
  }

  /// The diagnostics that have been published since the last call, by the name of the file.
  func published() -> [String: [JSONTree]] {
    takeNotifications().filter { $0["method"] == "textDocument/publishDiagnostics" }.reduce(into: [:]) {
      $0[PathText.name(DocumentURI($1["params", "uri"].text).path)] = $1["params", "diagnostics"].list
    }
  }

  // MARK: Documents

  func open(_ uri: String, _ text: String) {
    versions[uri] = 1
    notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": .text(uri), "languageId": "igata", "version": 1, "text": .text(text)]])
  }

  func change(_ uri: String, _ changes: [JSONTree]) {
    versions[uri, default: 0] += 1
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .text(uri), "version": .number(versions[uri] ?? 0)], "contentChanges": .list(changes),
      ])
  }

  /// Sends a request about a position in a document.
  @discardableResult
  func ask(_ method: String, _ uri: String, _ line: Int, _ character: Int) -> JSONTree {
    request(
      "textDocument/\(method)",
      ["textDocument": ["uri": .text(uri)], "position": ["line": .number(line), "character": .number(character)]])
  }

  @discardableResult
  func ask(_ method: String, _ uri: String) -> JSONTree {
    request("textDocument/\(method)", ["textDocument": ["uri": .text(uri)]])
  }
}

/// `1:4-1:9`, with lines and characters from 0.
func shown(_ range: JSONTree) -> String {
  func position(_ tree: JSONTree) -> String { "\(tree["line"].number ?? -1):\(tree["character"].number ?? -1)" }
  return "\(position(range["start"]))-\(position(range["end"]))"
}

/// A text after edits in the form of the protocol.
func applying(_ edits: [JSONTree], to text: String, _ encoding: PositionEncoding = .utf16) -> String {
  let table = PositionTable(Array(text.utf8), encoding)
  func offset(_ tree: JSONTree) -> Int {
    table.offset(of: DocumentPosition(line: tree["line"].number ?? 0, character: tree["character"].number ?? 0))
  }
  var bytes = table.bytes
  for edit in edits.sorted(by: { offset($0["range", "start"]) > offset($1["range", "start"]) }) {
    bytes.replaceSubrange(offset(edit["range", "start"])..<offset(edit["range", "end"]), with: edit["newText"].text.utf8)
  }
  return String(decoding: bytes, as: UTF8.self)
}
