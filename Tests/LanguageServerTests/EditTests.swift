import IgataDiagnostics
import TestSupport
import Testing

@testable import IgataTool

/// Edits lead to the same text, and the same answers, as if the text had been opened.
@Suite struct EditTests {
  private static let start = """
    \u{FEFF}/// 口座 😀
    enum 状態: String {
      case open, closed = "閉"
    }\r
    model 口座 {\r
      id: UUID = uuid() @primaryKey
      名前: String  // é e\u{301} 👨‍👩‍👧‍👦
      state: 状態 = .open
      owner: Person @inverse(accounts)
    }
    model Person {
      id: UUID @primaryKey
      accounts: [口座]
      index(id)
    }
    """
  private static let pieces = [
    "", " ", "\n", "\r\n", "\r", "x", "口", "😀", "e\u{301}", "👨‍👩‍👧‍👦", "}", "{", "model A {\n  id: Int @primaryKey\n}\n", "@", "  name: String\n",
    "// c\n", "\"", "\u{FEFF}", "let ", ".open", "(",
  ]

  /// A text as scalars, with positions that are counted from its beginning each time.
  private struct PlainText {
    var scalars: [Unicode.Scalar]

    var string: String {
      var string = ""
      string.unicodeScalars.append(contentsOf: scalars)
      return string
    }

    /// Whether a client can name the location: there is none in a line ending.
    func isLocation(_ index: Int) -> Bool {
      index == 0 || index == scalars.count || scalars[index - 1] != "\r" || scalars[index] != "\n"
    }

    func position(_ index: Int, _ encoding: PositionEncoding) -> JSONTree {
      var (line, character) = (0, 0)
      for (number, scalar) in scalars[..<index].enumerated() {
        let isFirstOfTwo = scalar == "\r" && number + 1 < scalars.count && scalars[number + 1] == "\n"
        if scalar == "\n" || (scalar == "\r" && !isFirstOfTwo) {
          (line, character) = (line + 1, 0)
        } else if !isFirstOfTwo {
          switch encoding {
          case .utf8: character += UTF8.width(scalar)
          case .utf16: character += UTF16.width(scalar)
          case .utf32: character += 1
          }
        }
      }
      return ["line": .number(line), "character": .number(character)]
    }
  }

  @Test(arguments: PositionEncoding.allCases)
  func editedTextsAreLikeOpenedOnes(_ encoding: PositionEncoding) throws {
    for round in 0..<FuzzingBudget.rounds(4) {
      var random = SplitMix64("edits \(encoding.rawValue)", round: round)
      let uri = "untitled:a"
      let client = TestClient(encoding: encoding.rawValue, TestClient.pulling)
      client.open(uri, Self.start)
      var text = PlainText(scalars: Array(Self.start.unicodeScalars))
      for step in 1...60 {
        let changes = (0...random.below(3)).map { _ in Self.change(&text, encoding, &random) }
        client.change(uri, changes)
        let bytes = client.server.workspace.documents[uri]?.bytes ?? []
        guard bytes == Array(text.string.utf8) else {
          Issue.record("round \(round), step \(step), seed \(FuzzingBudget.seed): the texts differ")
          return
        }
        if random.chance(12) || step == 60 {
          let fresh = TestClient(encoding: encoding.rawValue, TestClient.pulling)
          fresh.open(uri, text.string)
          #expect(Self.answers(client, uri) == Self.answers(fresh, uri), "round \(round), step \(step)")
        }
      }
    }
  }

  /// A random change, which is made in the text, too.
  private static func change(
    _ text: inout PlainText, _ encoding: PositionEncoding, _ random: inout SplitMix64
  ) -> JSONTree {
    let piece = random.element(pieces)
    if random.chance(2) {
      text = PlainText(scalars: Array((start + piece).unicodeScalars))
      return ["text": .text(text.string)]
    }
    func location() -> Int {
      while true {
        let index = random.below(text.scalars.count + 1)
        if text.isLocation(index) { return index }
      }
    }
    let first = location()
    let second = random.chance(60) ? first : location()
    let range = min(first, second)..<max(first, second)
    let tree: JSONTree = [
      "range": ["start": text.position(range.lowerBound, encoding), "end": text.position(range.upperBound, encoding)],
      "text": .text(piece),
    ]
    text.scalars.replaceSubrange(range, with: piece.unicodeScalars)
    return tree
  }

  /// What a client asks about a document.
  private static func answers(_ client: TestClient, _ uri: String) -> [JSONTree] {
    let methods = ["diagnostic", "semanticTokens/full", "documentSymbol", "foldingRange", "formatting"]
    let answers = methods.map { client.ask($0, uri) }
    return answers.map { $0["items"] == nil ? $0 : $0["items"] }
      + [client.ask("hover", uri, 4, 7), client.ask("completion", uri, 7, 9), client.ask("references", uri, 4, 7)]
  }

  @Test func changesOutsideOfTheTextAreClamped() {
    let client = TestClient()
    client.open("untitled:a", "ab\ncd")
    func change(_ line: Int, _ character: Int, _ endLine: Int, _ endCharacter: Int) -> String {
      client.change(
        "untitled:a",
        [
          [
            "range": [
              "start": ["line": .number(line), "character": .number(character)],
              "end": ["line": .number(endLine), "character": .number(endCharacter)],
            ], "text": "x",
          ]
        ])
      return String(decoding: client.server.workspace.documents["untitled:a"]?.bytes ?? [], as: UTF8.self)
    }
    #expect(change(9, 9, 9, 9) == "ab\ncdx")
    #expect(change(0, 99, 0, 99) == "abx\ncdx")
    #expect(change(1, 1, 0, 1) == "axdx")
    #expect(change(0, 1, 700, 0) == "ax")
  }

  /// A program whose strings are UTF-16 may cut a character in two, and counts the half as one unit.
  @Test func halvesOfCharactersAreReplaced() {
    let client = TestClient()
    client.open("untitled:a", "ab")
    let message = #"""
      {"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {
        "textDocument": {"uri": "untitled:a", "version": 2}, "contentChanges": [{"text": "x\ud83d\n\ude00\ud83d\ude00y"}]}}
      """#
    client.server.handle(Message(Array(message.utf8)))
    #expect(
      client.server.workspace.documents["untitled:a"]?.bytes == Array("x\u{FFFD}\n\u{FFFD}😀y".utf8))
  }

  @Test func olderVersionsAreIgnored() {
    let client = TestClient()
    client.open("untitled:a", "ab")
    let identifier: JSONTree = ["uri": "untitled:a", "version": 1]
    client.notify("textDocument/didChange", ["textDocument": identifier, "contentChanges": [["text": "x"]]])
    client.notify("textDocument/didChange", ["textDocument": ["uri": "untitled:b", "version": 2], "contentChanges": []])
    #expect(client.server.workspace.documents["untitled:a"]?.bytes == Array("ab".utf8))
    let messages = client.takeNotifications().filter { $0["method"] == "window/logMessage" }
    #expect(messages.map { $0["params", "message"].text } == [
      "'textDocument/didChange' is ignored: 'untitled:a' has version 1, so there can't be another version 1",
      "'textDocument/didChange' is ignored: 'untitled:b' isn't open",
    ])
  }

  @Test func aPartOfANotificationIsNeverApplied() {
    let client = TestClient()
    client.open("untitled:a", "ab")
    client.change("untitled:a", [["text": "x"], ["text": 7]])
    client.change("untitled:a", [["text": "x"], ["range": ["start": ["line": -1, "character": 0]], "text": ""]])
    #expect(client.server.workspace.documents["untitled:a"]?.bytes == Array("ab".utf8))
  }
}
