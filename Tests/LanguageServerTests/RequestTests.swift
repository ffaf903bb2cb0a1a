import Foundation
import IgataDiagnostics
import TestSupport
import Testing

@testable import IgataTool

/// Each request, from its parameters to its answer.
@Suite struct RequestTests {
  /// Two files, in which names stand behind characters of different lengths.
  private static let person = """
    /// 顧客 😀
    model Person {
      id: UUID = uuid() @primaryKey
      accounts: [口座] @inverse(owner)
    }

    """
  private static let account = """
    enum 状態: String {
      case open, closed
    }

    /// The 口座.
    model 口座 {
      id: UUID = uuid() @primaryKey
      /* 😀 */ owner: Person
      state: 状態 = .open
      name: String
      index(name)
    }

    """

  private struct Session {
    let folder: Scratch
    let client: TestClient
    let person: String
    let account: String

    init(_ capabilities: JSONTree = TestClient.capabilities, settings: JSONTree = nil) throws {
      folder = try Scratch()
      try folder.write(RequestTests.person, to: "person.igata")
      try folder.write(RequestTests.account, to: "account.igata")
      client = TestClient(folder: folder, capabilities, settings: settings)
      person = TestClient.uri(folder, "person.igata")
      account = TestClient.uri(folder, "account.igata")
      client.open(account, RequestTests.account)
      _ = client.takeNotifications()
    }

    /// Locations as `person 1:6-1:12`.
    func locations(_ answer: JSONTree) -> [String] {
      answer.list.map { location in
        "\(PathText.base(DocumentURI(location["uri"].text).path, without: ".igata")) \(shown(location["range"]))"
      }
    }
  }

  @Test func namesLeadToDeclarations() throws {
    let it = try Session()
    for method in ["definition", "declaration"] {
      #expect(it.locations(it.client.ask(method, it.account, 7, 20)) == ["person 1:6-1:12"])
      #expect(it.locations(it.client.ask(method, it.person, 3, 27)) == ["account 7:11-7:16"])
      #expect(it.locations(it.client.ask(method, it.account, 8, 15)) == ["account 1:7-1:11"])
    }
    #expect(it.locations(it.client.ask("typeDefinition", it.account, 7, 12)) == ["person 1:6-1:12"])
    #expect(it.client.ask("definition", it.account, 4, 2).list.isEmpty)
    let references = it.client.request(
      "textDocument/references",
      [
        "textDocument": ["uri": .text(it.account)], "position": ["line": 5, "character": 7],
        "context": ["includeDeclaration": false],
      ])
    #expect(it.locations(references) == ["person 3:13-3:15"])
    let highlights = it.client.ask("documentHighlight", it.account, 9, 3)
    #expect(highlights.list.map { "\(shown($0["range"])) \($0["kind"].number ?? 0)" } == ["9:2-9:6 3", "10:8-10:12 2"])
  }

  @Test func symbolsAreListed() throws {
    let it = try Session()
    let symbols = it.client.ask("documentSymbol", it.account)
    #expect(symbols.list.map { "\($0["name"].text) \($0["kind"].number ?? 0)" } == ["状態 10", "口座 5"])
    let fields = symbols[1, "children"].list
    #expect(fields.prefix(2).map { "\($0["name"].text) \($0["kind"].number ?? 0) \($0["detail"].text)" } == [
      "id 8 UUID", "owner 8 Person",
    ])
    #expect(shown(fields[1]["selectionRange"]) == "7:11-7:16")
    let found = it.client.request("workspace/symbol", ["query": "ows"])
    #expect(found.list.isEmpty)
    let owner = it.client.request("workspace/symbol", ["query": "own"])
    #expect(it.locations(.list(owner.list.map { $0["location"] })) == ["account 7:11-7:16"])
    #expect(owner[0, "containerName"] == "口座")
    let flat = try Session(["textDocument": ["documentSymbol": [:]]])
    let list = flat.client.ask("documentSymbol", flat.account)
    #expect(list.list.prefix(3).map { $0["name"].text } == ["状態", "open", "closed"])
    #expect(list[1, "containerName"] == "状態")
    #expect(list[1, "location", "uri"].text == flat.account)
  }

  /// Tokens are relative to each other, and never extend over lines for a client that can't have that.
  @Test func tokensAreEncoded() throws {
    let it = try Session()
    it.client.open("untitled:a", "/* 😀\r\nb */ model A {\n}\n")
    let data = it.client.ask("semanticTokens/full", "untitled:a")["data"].list.compactMap(\.number)
    #expect(Array(data.prefix(15)) == [0, 0, 5, 12, data[4], 1, 0, 4, 12, data[9], 0, 5, 5, 0, 0])
    let range: JSONTree = ["start": ["line": 1, "character": 5], "end": ["line": 1, "character": 6]]
    let some = it.client.request(
      "textDocument/semanticTokens/range", ["textDocument": ["uri": "untitled:a"], "range": range])
    #expect(some["data"].list.compactMap(\.number).prefix(4) == [1, 5, 5, 0])
  }

  @Test func rangesAreFoldedAndSelected() throws {
    let it = try Session()
    let foldings = it.client.ask("foldingRange", it.account)
    #expect(foldings.list.contains { $0["startLine"] == 5 && $0["endLine"] == 11 })
    let lines = try Session(["textDocument": ["foldingRange": ["lineFoldingOnly": true]]])
    let whole = lines.client.ask("foldingRange", lines.account)
    #expect(whole.list.contains { $0["startLine"] == 5 && $0["endLine"] == 10 && $0["startCharacter"] == nil })
    let selections = it.client.request(
      "textDocument/selectionRange",
      [
        "textDocument": ["uri": .text(it.account)],
        "positions": [["line": 7, "character": 12], ["line": 99, "character": 0]],
      ])
    #expect(selections.list.count == 2)
    #expect(shown(selections[0, "range"]) == "7:11-7:16")
    var (depth, range) = (0, selections[0])
    while range["parent"] != nil { (depth, range) = (depth + 1, range["parent"]) }
    #expect(depth >= 3)
    #expect(shown(range["range"]) == "0:0-12:0")
  }

  @Test func textsAreLaidOut() throws {
    let it = try Session()
    let messy = "model A{\n id:Int @primaryKey\n\n\n  // 口座 😀\n    name:   String\n}\n"
    it.client.open("untitled:a", messy)
    let edits = it.client.ask("formatting", "untitled:a")
    #expect(edits.list.count > 1)
    #expect(applying(edits.list, to: messy) == "model A {\n  id: Int @primaryKey\n\n  // 口座 😀\n  name: String\n}\n")
    let range: JSONTree = ["start": ["line": 5, "character": 0], "end": ["line": 5, "character": 1]]
    let some = it.client.request(
      "textDocument/rangeFormatting", ["textDocument": ["uri": "untitled:a"], "range": range])
    #expect(applying(some.list, to: messy) == messy.replacing("    name:   String", with: "  name: String"))
    it.client.open("untitled:a", "model A {\n    id:Int @primaryKey\n\n}\n")
    let typed = it.client.request(
      "textDocument/onTypeFormatting",
      [
        "textDocument": ["uri": "untitled:a"], "position": ["line": 2, "character": 0], "ch": "\n",
      ])
    #expect(applying(typed.list, to: "model A {\n    id:Int @primaryKey\n\n}\n").hasPrefix("model A {\n  id: Int @primaryKey\n"))
    it.client.open("untitled:b", "model A {\n id: @\n")
    #expect(it.client.ask("formatting", "untitled:b").list.isEmpty)
  }

  @Test func wordsAreCompleted() throws {
    let it = try Session()
    let text = Self.account.replacing("state: 状態 = .open", with: "state: 状態 = .\n  /* 😀 */ other: Per")
    it.client.change(it.account, [["text": .text(text)]])
    let cases = it.client.ask("completion", it.account, 8, 16)
    #expect(cases.list.map { $0["label"].text }.contains { $0.contains("closed") })
    let types = it.client.ask("completion", it.account, 9, 21)
    let person = types.list.first { $0["label"] == "Person" }
    #expect(person?["kind"] == 7)
    #expect(Self.replaced(person) == "9:18-9:21")
    #expect(types.list.allSatisfy { $0["insertTextFormat"] == nil }, "no snippets for a client without them")
  }

  /// The page of a rule comes with its resolution, in the form that the client shows.
  @Test(arguments: [[], ["plaintext"], ["markdown", "plaintext"]])
  func pagesComeAsTheClientShowsThem(_ formats: [String]) throws {
    let named = JSONTree.list(formats.map { .text($0) })
    let it = try Session(["textDocument": ["completion": ["completionItem": ["documentationFormat": named]]]])
    it.client.change(it.account, [["text": "model A {\n  id: Int @allow(\n}\n"]])
    let rules = it.client.ask("completion", it.account, 1, 17)
    let rule = try #require(rules.list.first { $0["data", "page"] != nil })
    let resolved = it.client.request("completionItem/resolve", rule)
    #expect(resolved["label"] == rule["label"])
    let documentation = resolved["documentation"]
    let text = formats.isEmpty ? documentation : documentation["value"]
    #expect(text.text.contains("```") || text.text.contains("##"), "\(text)")
    #expect(formats.isEmpty || documentation["kind"] == .text(formats[0]))
  }

  private static func replaced(_ item: JSONTree?) -> String { shown(item?["textEdit", "range"] ?? .null) }

  @Test func namesAreExplained() throws {
    let it = try Session(["textDocument": ["hover": ["contentFormat": ["markdown", "plaintext"]]]])
    let hover = it.client.ask("hover", it.account, 5, 7)
    #expect(shown(hover["range"]) == "5:6-5:8")
    #expect(hover["contents", "kind"] == "markdown")
    for part in ["```igata\n", "The 口座.", "```swift\n", "struct 口座", "CREATE TABLE"] {
      #expect(hover["contents", "value"].text.contains(part), "\(part)")
    }
    let plain = try Session()
    let value = plain.client.ask("hover", plain.account, 5, 7)["contents"]
    #expect(value["kind"] == "plaintext")
    #expect(!value["value"].text.contains("```"))
  }

  @Test func argumentsAreExplained() throws {
    let it = try Session([
      "textDocument": [
        "signatureHelp": ["signatureInformation": ["parameterInformation": ["labelOffsetSupport": true]]]
      ]
    ])
    it.client.open("untitled:a", "model A {\n  id: Int @primaryKey\n  口: Decimal(12, 2)\n}\n")
    let help = it.client.ask("signatureHelp", "untitled:a", 2, 18)
    #expect(help["activeParameter"] == 1)
    let label = help["signatures", 0, "label"].text
    #expect(label.hasPrefix("Decimal("))
    let offsets = help["signatures", 0, "parameters", 0, "label"].list.compactMap(\.number)
    #expect(offsets.count == 2 && offsets[0] == 8 && offsets[1] > 8)
    let plain = try Session(["textDocument": ["signatureHelp": [:]]])
    plain.client.open("untitled:a", "model A {\n  id: Int @primaryKey\n  口: Decimal(12, 2)\n}\n")
    let first = plain.client.ask("signatureHelp", "untitled:a", 2, 14)["signatures", 0, "parameters", 0, "label"].text
    #expect(!first.isEmpty && label.contains(first))
  }

  @Test func namesAreChangedEverywhere() throws {
    let it = try Session()
    #expect(shown(it.client.ask("prepareRename", it.account, 5, 7)) == "5:6-5:8")
    #expect(it.client.ask("prepareRename", it.account, 4, 2) == nil)
    func rename(_ session: Session, to name: String) -> JSONTree {
      session.client.answer(
        "textDocument/rename",
        [
          "textDocument": ["uri": .text(session.account)], "position": ["line": 5, "character": 7],
          "newName": .text(name),
        ])
    }
    let changes = rename(it, to: "Wallet")["result", "documentChanges"]
    #expect(changes.list.map { "\(PathText.name($0["textDocument", "uri"].text)) \($0["textDocument", "version"].line)" } == [
      "account.igata 1", "person.igata null",
    ])
    let person = applying(changes[1, "edits"].list, to: Self.person)
    #expect(person == Self.person.replacing("口座", with: "Wallet"))
    #expect(applying(changes[0, "edits"].list, to: Self.account).contains("model Wallet @renamed(from: \"口座\") {"))
    #expect(it.client.takeNotifications().contains { $0["params", "message"].text.contains("Swift code") })
    let refused = rename(it, to: "Person")
    #expect(refused["error", "code"] == -32803)
    #expect(refused["error", "message"].text.contains("Person"))
    #expect(rename(it, to: "1 x")["error", "code"] == -32803)
    let older = try Session(
      ["workspace": [:], "textDocument": ["rename": [:]]], settings: ["igata": ["rename": "keepStoredName"]])
    let map = rename(older, to: "Wallet")["result", "changes"]
    #expect(map[.name(older.person)].list.count == 1)
    #expect(applying(map[.name(older.account)].list, to: Self.account).contains("@table(\"口座\")"))
  }

  @Test func findingsAreFixed() throws {
    let it = try Session()
    let text = Self.account.replacing(": Person", with: ": Persn")
    it.client.change(it.account, [["text": .text(text)]])
    func actions(_ kinds: JSONTree?) -> [JSONTree] {
      let position: JSONTree = ["line": 7, "character": 20]
      var context: [JSONTree.Member] = [.init(key: "diagnostics", value: [])]
      if let kinds { context.append(.init(key: "only", value: kinds)) }
      return it.client.request(
        "textDocument/codeAction",
        [
          "textDocument": ["uri": .text(it.account)], "range": ["start": position, "end": position],
          "context": .object(context),
        ]
      ).list
    }
    let fix = actions(nil).first { $0["title"].text.contains("'Person'") }
    #expect(fix?["kind"] == "quickfix")
    #expect(fix?["diagnostics", 0, "code"] == "unknown-type")
    #expect(applying(fix?["edit", "documentChanges", 0, "edits"].list ?? [], to: text) == Self.account)
    #expect(actions(["quickfix"]).allSatisfy { $0["kind"] == "quickfix" })
    #expect(actions(["source.organizeImports"]).isEmpty)
    #expect(actions(["refactor"]).allSatisfy { $0["kind"].text.hasPrefix("refactor") })
  }

  @Test func rulesAreTurnedOff() throws {
    let it = try Session()
    try it.folder.write("{\n  \"lint\": {\"preset\": \"strict\"}\n}\n", to: "igata.json")
    it.client.notify("workspace/didChangeWatchedFiles", ["changes": []])
    it.client.change(it.account, [["text": .text(Self.account.replacing("name", with: "Name"))]])
    let position: JSONTree = ["line": 9, "character": 3]
    let actions = it.client.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .text(it.account)], "range": ["start": position, "end": position],
        "context": ["diagnostics": []],
      ])
    guard let action = actions.list.first(where: { $0["title"].text.contains("igata.json") }) else {
      Issue.record("no action in \(actions.list.map { $0["title"].text })")
      return
    }
    let edit = action["edit", "documentChanges", 0]
    #expect(edit["textDocument", "uri"].text == TestClient.uri(it.folder, "igata.json"))
    let settings = try it.folder.read("igata.json")
    let edited = applying(edit["edits"].list, to: settings)
    #expect(edited.contains(#""rules": {"field-case": "off"}"#))
    it.client.open(TestClient.uri(it.folder, "igata.json"), edited)
    #expect(it.client.published()["account.igata"]?.contains { $0["code"] == "field-case" } != true)
  }

  @Test(arguments: [
    ("{}", #"{"lint": {"rules": {"x": "off"}}}"#),
    (#"{"schema": "a"}"#, #"{"schema": "a", "lint": {"rules": {"x": "off"}}}"#),
    ("{\n  \"a\": 1\n}", "{\n  \"a\": 1,\n  \"lint\": {\"rules\": {\"x\": \"off\"}}\n}"),
    ("{\n\t\"a\": 1,\n\t\"b\": {}\n}", "{\n\t\"a\": 1,\n\t\"b\": {},\n\t\"lint\": {\"rules\": {\"x\": \"off\"}}\n}"),
    (#"{"lint": {}}"#, #"{"lint": {"rules": {"x": "off"}}}"#),
    (#"{"lint": {"rules": {"y": "off"}}}"#, #"{"lint": {"rules": {"y": "off", "x": "off"}}}"#),
    (#"{"lint": {"rules": {"x": "error"}}}"#, #"{"lint": {"rules": {"x": "off"}}}"#),
    (#"{"lint": {"rules": {"x": {"fields": 3}}}}"#, #"{"lint": {"rules": {"x": {"fields": 3, "level": "off"}}}}"#),
    (#"{"lint": {"rules": {"x": {"level": "error"}}}}"#, #"{"lint": {"rules": {"x": {"level": "off"}}}}"#),
    (#"{"lint": 7}"#, nil), ("[]", nil), ("{", nil),
  ] as [(String, String?)])
  func settingsAreEdited(_ text: String, _ expected: String?) {
    let edit = turningOff("x", in: SourceFile(name: "igata.json", text: text))
    let result = edit.map { edit in
      var bytes = Array(text.utf8)
      bytes.replaceSubrange(edit.range.start..<edit.range.end, with: edit.replacement.utf8)
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(result == expected)
  }

  @Test func commandsAreExecuted() throws {
    let it = try Session()
    func execute(_ command: String, _ arguments: [JSONTree]) -> JSONTree {
      it.client.answer("workspace/executeCommand", ["command": .text(command), "arguments": .list(arguments)])
    }
    let account = JSONTree.text(it.account)
    #expect(execute("igata.showGenerated", [account])["result"].text.contains("struct 口座"))
    #expect(execute("igata.showGenerated", [account, "sqlite"])["result"].text.contains("CREATE TABLE"))
    let position: JSONTree = ["line": 5, "character": 7]
    #expect(execute("igata.showGenerated", [account, "swift", position])["result"].text.contains("struct 口座"))
    #expect(execute("igata.showGenerated", [account, "postgresql", position])["result"].text.contains("uuid"))
    #expect(execute("igata.showGenerated", [account, "swift", ["line": 4, "character": 0]])["error", "code"] == -32803)
    for (command, arguments): (String, [JSONTree]) in [
      ("x", []), ("igata.showGenerated", []), ("igata.showGenerated", [7]), ("igata.showGenerated", [account, "realm"]),
      ("igata.fixAll", ["file:///nowhere.igata"]), ("igata.showGenerated", [account, "swift", 7]),
    ] {
      #expect(execute(command, arguments)["error", "code"] == -32602, "\(command) \(arguments)")
    }
    #expect(execute("igata.writeBaseline", [account])["error", "message"].text.contains("baseline"))
    it.client.change(it.account, [["text": "model A {\n  id: Int @primaryKey\n  n: String? = nil\n}\n"]])
    #expect(execute("igata.fixAll", [account])["result"] == nil)
    let request = it.client.takeNotifications().first { $0["method"] == "workspace/applyEdit" }
    #expect(request?["params", "edit", "documentChanges", 0, "edits"].list.count == 1)
    it.client.change(it.account, [["text": "model A {\n  id: Missing @primaryKey\n}\n"]])
    #expect(execute("igata.showGenerated", [account])["error", "code"] == -32803)
  }

  /// The generated Swift is found by the list of the output folder.
  @Test func generatedCodeIsFound() throws {
    let folder = try Scratch()
    try folder.write(Self.person + Self.account, to: "models/all.igata")
    try folder.write(#"{"schema": "models", "output": "out", "target": ["swift"]}"#, to: "igata.json")
    let outcome = try Program(built: "igata", ["generate"], in: folder.folder).run()
    #expect(outcome.status == 0, "\(outcome.errors)")
    let client = TestClient(folder: folder)
    let uri = TestClient.uri(folder, "models/all.igata")
    let generated = try folder.read("out/all.igata.swift")
    func line(_ answer: JSONTree) -> String {
      let lines = generated.split(separator: "\n", omittingEmptySubsequences: false)
      return answer[0, "range", "start", "line"].number.map { String(lines[$0]) } ?? ""
    }
    #expect(line(client.ask("implementation", uri, 1, 7)).contains("struct Person"))
    #expect(line(client.ask("implementation", uri, 12, 12)).contains("var owner"))
    #expect(line(client.ask("implementation", uri, 6, 8)).contains("case open"))
    #expect(client.ask("implementation", uri, 0, 0) == nil)
    #expect(client.ask("implementation", uri, 1, 7)[0, "uri"].text == TestClient.uri(folder, "out/all.igata.swift"))
  }

  @Test func hintsAreShownAsSettingsSay() throws {
    let it = try Session()
    let range: JSONTree = ["start": ["line": 0, "character": 0], "end": ["line": 12, "character": 0]]
    func hints(_ session: Session) -> [String] {
      session.client.request("textDocument/inlayHint", ["textDocument": ["uri": .text(session.account)], "range": range])
        .list.map { "\($0["position", "line"].number ?? -1) \($0["label"].text)" }
    }
    #expect(!hints(it).isEmpty)
    let none = try Session(settings: ["inlayHints": false])
    #expect(hints(none).isEmpty)
    none.client.notify("workspace/didChangeConfiguration", ["settings": ["igata": ["inlayHints": ["columns": false]]]])
    #expect(hints(none).count < hints(it).count && !hints(none).isEmpty)
  }

  @Test func settingsArePulledWhereTheyCanBe() throws {
    let it = try Session(["workspace": ["configuration": true]], settings: ["inlayHints": false])
    #expect(it.client.server.settings.inlayHints == [])
    it.client.notify("workspace/didChangeConfiguration", ["settings": nil])
    guard let request = it.client.takeNotifications().first(where: { $0["method"] == "workspace/configuration" }) else {
      Issue.record("no request")
      return
    }
    #expect(request["params", "items", 0, "section"] == "igata")
    let answer: JSONTree = ["jsonrpc": "2.0", "id": request["id"], "result": [["rename": "keepStoredName"]]]
    it.client.server.handle(Message(Array(answer.line.utf8)))
    #expect(it.client.server.settings.keepsStoredNames)
    #expect(it.client.server.settings.inlayHints == .all)
    it.client.server.handle(Message(Array(answer.line.utf8)))
  }

  /// Only what the client knows is offered, and watched files are registered.
  @Test func capabilitiesAreThoseOfTheClient() {
    let client = TestClient(new: ())
    let result = client.request("initialize", ["capabilities": ["textDocument": ["hover": [:]]]])
    let names = if case .object(let members) = result["capabilities"] { members.map(\.key) } else { [String]() }
    for name in ["declaration", "typeDefinition", "foldingRange", "inlayHint", "semanticTokens", "diagnostic"] {
      #expect(!names.contains("\(name)Provider"))
    }
    // Neovim 0.7 formats without saying that it can.
    for name in ["hover", "completion", "documentFormatting", "rename", "executeCommand"] {
      #expect(names.contains("\(name)Provider"))
    }
    #expect(result["serverInfo", "name"] == "igata")
    let full = TestClient()
    let registrations = full.takeNotifications().filter { $0["method"] == "client/registerCapability" }
    #expect(registrations.count == 1)
    #expect(registrations.first?["params", "registrations", 0, "registerOptions", "watchers"].list.count == 3)
  }
}
