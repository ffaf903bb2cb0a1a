import IgataDiagnostics
import TestSupport
import Testing

@testable import IgataTool

/// Messages in which one value is another one than the protocol permits.
struct HostileMessageTests {
  private static let values = [
    "null", "true", "-1", "1.5", "-0", "1e400", "4294967296", "9223372036854775807", "-9223372036854775808",
    "18446744073709551616", #""""#, #""\ud800""#, #""\u0000""#, #""file:///%zz%00""#, #""file://host/../..//etc/passwd""#,
    #""\u202e😀""#, "[]", "[[]]", "{}", #"{"": {}}"#,
  ]

  private static let position: JSONTree = ["line": 0, "character": 7]
  private static let range: JSONTree = ["start": position, "end": ["line": 1, "character": 2]]

  /// What any of the methods reads.
  private static let parameters: JSONTree = [
    "textDocument": ["uri": "untitled:a", "languageId": "igata", "version": 2, "text": "model A"],
    "position": position, "range": range, "positions": [position], "newName": "B", "ch": "\n", "query": "A",
    "options": ["tabSize": 2, "insertSpaces": true], "command": "igata.x", "arguments": ["untitled:a", 1],
    "context": [
      "diagnostics": [["range": range, "code": "unknown-type", "message": "m", "data": ["a": 1]]], "only": ["quickfix"],
      "includeDeclaration": true, "triggerKind": 1,
    ],
    "contentChanges": [["range": range, "rangeLength": 3, "text": "x"]], "label": "A", "data": ["uri": "untitled:a"],
    "changes": [["uri": "file:///a", "type": 1]], "settings": ["igata": ["path": "a"]],
    "event": ["added": [["uri": "file:///a", "name": "a"]], "removed": [["uri": "file:///a", "name": "a"]]],
    "previousResultId": "a", "previousResultIds": [["uri": "untitled:a", "value": "a"]],
  ]

  /// The messages with a mark instead of one of its values.
  private static func marked(_ tree: JSONTree) -> [JSONTree] {
    switch tree {
    case .object(let members):
      members.indices.flatMap { index in
        marked(members[index].value).map { value in
          let member = JSONTree.Member(key: members[index].key, value: value)
          return .object(Array(members[..<index]) + [member] + members[(index + 1)...])
        }
      } + ["\u{E000}"]
    case .list(let values):
      values.indices.flatMap { index in
        marked(values[index]).map { value in
          .list(Array(values[..<index]) + [value] + values[(index + 1)...])
        }
      } + ["\u{E000}"]
    default: ["\u{E000}"]
    }
  }

  private static func bytes(_ message: JSONTree, with value: String) -> [UInt8] {
    Array(message.line.replacing("\"\u{E000}\"", with: value).utf8)
  }

  @Test(arguments: (Array(LanguageServer.requests.keys) + LanguageServer.notifications.keys).sorted())
  func everyValueCanBeWrong(_ method: String) {
    guard method != "shutdown" else { return }
    let client = TestClient(TestClient.pulling)
    client.open("untitled:a", "model A {\n  id: Int64 @primaryKey\n  b: B\n}\n")
    let isRequest = LanguageServer.requests[method] != nil
    for (index, parameters) in Self.marked(Self.parameters).enumerated() {
      for offset in 0..<4 {
        let message: JSONTree = ["id": isRequest ? 7_000 : nil, "method": .text(method), "params": parameters]
        let members = isRequest ? message : ["method": .text(method), "params": parameters]
        client.server.handle(
          Message(Self.bytes(members, with: Self.values[(index + 5 * offset + method.count) % Self.values.count])))
        let sent = client.channel.takeSent()
        #expect(sent.count { $0["id"].number == 7_000 && $0["method"] == nil } == (isRequest ? 1 : 0))
        for answer in sent { #expect(answer.isReadByFoundation, "\(answer.line)") }
      }
    }
    #expect(client.answer("x")["error", "code"].number == -32601, "the server is alive")
  }

  @Test func everyCapabilityCanBeWrong() {
    let parameters: JSONTree = [
      "processId": 1, "rootUri": "file:///a", "rootPath": "/a", "workspaceFolders": [["uri": "file:///a", "name": "a"]],
      "capabilities": TestClient.capabilities, "initializationOptions": ["igata": ["path": "a"]], "trace": "off",
      "clientInfo": ["name": "a", "version": "1"], "locale": "en",
    ]
    for (index, parameters) in Self.marked(parameters).enumerated() {
      for offset in 0..<4 {
        let client = TestClient(new: ())
        let message: JSONTree = ["id": 1, "method": "initialize", "params": parameters]
        client.server.handle(
          Message(Self.bytes(message, with: Self.values[(index + 5 * offset) % Self.values.count])))
        #expect(client.channel.takeSent().count { $0["id"].number == 1 } == 1)
      }
    }
  }
}
