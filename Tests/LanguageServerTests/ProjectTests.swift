import Foundation
import IgataDiagnostics
import TestSupport
import Testing

@testable import IgataTool

/// Which files belong together, and what becomes of changes.
@Suite struct ProjectTests {
  private static let owner = "model Owner {\n  id: Int @primaryKey\n  pets: [Pet] @inverse(owner)\n}\n"
  private static let pet = "model Pet {\n  id: Int @primaryKey\n  owner: Owner?\n}\n"
  private static let lonely = "model Alone {\n  id: Int @primaryKey\n  other: Missing\n}\n"

  private static func codes(_ list: [JSONTree]?) -> [String]? { list?.map { $0["code"].text } }

  @Test func schemasOfASettingsFileAreOneProject() throws {
    let folder = try Scratch()
    try folder.write(#"{"schema": ["models", "more.igata"]}"#, to: "igata.json")
    try folder.write(Self.owner, to: "models/deep/owner.igata")
    try folder.write(Self.pet, to: "more.igata")
    try folder.write(Self.owner, to: "other/owner.igata")
    let client = TestClient(folder: folder)
    let published = client.published()
    // The file outside of the setting is another project, in which a type is missing.
    #expect(Self.codes(published["owner.igata"]) == ["unknown-type"])
    #expect(published.count == 1)
    let answer = client.ask("definition", TestClient.uri(folder, "models/deep/owner.igata"), 2, 10)
    #expect(answer[0]["uri"].text == TestClient.uri(folder, "more.igata"))
    #expect(shown(answer[0]["range"]) == "0:6-0:9")
  }

  @Test func targetsOfAPackageAreProjects() throws {
    let folder = try Scratch()
    try folder.write("", to: "Package.swift")
    for target in ["Sources/A", "Sources/B", "Tests/C"] {
      try folder.write(Self.owner, to: "\(target)/x/owner.igata")
      try folder.write(Self.pet, to: "\(target)/pet.igata")
    }
    // Without a manifest, a folder of that name is none.
    try folder.write(Self.lonely, to: "Other/Sources/D/alone.igata")
    let client = TestClient(folder: folder)
    #expect(client.published().mapValues { Self.codes($0) } == ["alone.igata": ["unknown-type"]])
    let answer = client.ask("references", TestClient.uri(folder, "Sources/B/pet.igata"), 0, 7)
    #expect(Set(answer.list.map { $0["uri"].text }) == [
      TestClient.uri(folder, "Sources/B/pet.igata"), TestClient.uri(folder, "Sources/B/x/owner.igata"),
    ])
  }

  @Test func foldersOfTheWorkspaceAreProjects() throws {
    let (one, two) = (try Scratch(), try Scratch())
    try one.write(Self.owner, to: "a/owner.igata")
    try one.write(Self.pet, to: "b/pet.igata")
    try two.write(Self.owner, to: "owner.igata")
    let client = TestClient(folder: one)
    #expect(client.published().isEmpty)
    let added: JSONTree = [["uri": .text(DocumentURI(path: TestClient.path(two)).text), "name": "two"]]
    client.notify("workspace/didChangeWorkspaceFolders", ["event": ["added": added, "removed": []]])
    #expect(client.published().mapValues { Self.codes($0) } == ["owner.igata": ["unknown-type"]])
    client.notify("workspace/didChangeWorkspaceFolders", ["event": ["added": [], "removed": added]])
    #expect(client.published() == ["owner.igata": []], "what is no longer part of the workspace is cleared")
  }

  @Test func aFileOutsideOfTheWorkspaceMayUseUnknownTypes() throws {
    let (folder, other) = (try Scratch(), try Scratch())
    try other.write(Self.lonely + "model Alone {\n}\n", to: "alone.igata")
    let client = TestClient(folder: folder)
    client.open(TestClient.uri(other, "alone.igata"), try other.read("alone.igata"))
    #expect(Self.codes(client.published()["alone.igata"])?.contains("unknown-type") == false)
    client.open("untitled:x", Self.lonely)
    #expect(Self.codes(client.published()["untitled:x"])?.contains("unknown-type") != true)
  }

  @Test func unsavedTextsWin() throws {
    let folder = try Scratch()
    try folder.write(Self.owner, to: "owner.igata")
    try folder.write(Self.pet, to: "pet.igata")
    let client = TestClient(folder: folder)
    #expect(client.published().isEmpty)
    let uri = TestClient.uri(folder, "pet.igata")
    client.open(uri, "")
    #expect(Self.codes(client.published()["owner.igata"]) == ["unknown-type"])
    client.change(uri, [["text": .text(Self.pet)]])
    #expect(client.published()["owner.igata"] == [])
    // A new file that isn't saved yet is a part of the project, too.
    client.open(TestClient.uri(folder, "new.igata"), "model New {\n  id: Int @primaryKey\n  pet: Pet?\n}\n")
    #expect(client.ask("definition", TestClient.uri(folder, "new.igata"), 2, 8)[0]["uri"].text == uri)
    client.change(uri, [["text": ""]])
    #expect(Self.codes(client.published()["owner.igata"]) == ["unknown-type"])
    client.notify("textDocument/didClose", ["textDocument": ["uri": .text(uri)]])
    #expect(client.published()["owner.igata"] == [], "the text on disk is used again")
  }

  @Test func filesMayComeAndGo() throws {
    let folder = try Scratch()
    try folder.write(Self.owner, to: "owner.igata")
    let client = TestClient(folder: folder)
    #expect(Self.codes(client.published()["owner.igata"]) == ["unknown-type"])
    try folder.write(Self.pet, to: "pet.igata")
    client.notify("workspace/didChangeWatchedFiles", ["changes": []])
    #expect(client.published()["owner.igata"] == [])
    try folder.write(Self.pet + Self.pet, to: "pet.igata")
    client.notify("textDocument/didSave", ["textDocument": ["uri": "file:///x"]])
    #expect(Self.codes(client.published()["pet.igata"]) == ["duplicate-declaration"])
    try FileManager.default.removeItem(at: folder.url("pet.igata"))
    client.notify("workspace/didChangeWatchedFiles", ["changes": []])
    let published = client.published()
    #expect(published["pet.igata"] == [])
    #expect(Self.codes(published["owner.igata"]) == ["unknown-type"])
    try FileManager.default.removeItem(at: folder.folder)
    client.notify("workspace/didChangeWatchedFiles", ["changes": []])
    #expect(client.published() == ["owner.igata": []])
  }

  /// A client that can't report changes of files needs a server that looks at them itself.
  @Test func changesAreFoundForOlderClients() throws {
    let folder = try Scratch()
    try folder.write(Self.owner, to: "owner.igata")
    let client = TestClient(folder: folder, [:])
    #expect(Self.codes(client.published()["owner.igata"]) == ["unknown-type"])
    #expect(client.server.disk.due != nil)
    client.server.lookAtDisk()
    #expect(client.published().isEmpty)
    try folder.write(Self.pet, to: "pet.igata")
    client.server.lookAtDisk()
    #expect(client.published()["owner.igata"] == [])
    #expect(TestClient(folder: folder).server.disk.due == nil, "a client that can isn't looked after")
  }

  @Test func settingsAreReadAndReported() throws {
    let folder = try Scratch()
    try folder.write("model user {\n  id: Int @primaryKey\n}\n", to: "user.igata")
    try folder.write(#"{"lint": {"rules": {"type-case": "warnin"}}}"#, to: "igata.json")
    let client = TestClient(folder: folder)
    var published = client.published()
    #expect(Self.codes(published["igata.json"]) == ["wrong-setting"])
    #expect(Self.codes(published["user.igata"]) == ["type-case"])
    #expect(published["user.igata"]?[0]["severity"] == 2)
    // The text of an open settings file is used, too.
    let uri = TestClient.uri(folder, "igata.json")
    client.open(uri, #"{"lint": {"rules": {"type-case": "error"}}}"#)
    published = client.published()
    #expect(published["igata.json"] == [])
    #expect(published["user.igata"]?[0]["severity"] == 1)
    client.change(uri, [["text": #"{"lint": {"rules": {"type-case": "off"}}}"#]])
    #expect(client.published()["user.igata"] == [])
  }

  @Test func findingsOfTheBaselineAreNotReported() throws {
    let folder = try Scratch()
    try folder.write("model user {\n  id: Int @primaryKey\n}\n", to: "a/user.igata")
    try folder.write(#"{"lint": {"baseline": "known.json"}}"#, to: "igata.json")
    let client = TestClient(folder: folder)
    #expect(Self.codes(client.published()["user.igata"]) == ["type-case"])
    client.request(
      "workspace/executeCommand",
      ["command": "igata.writeBaseline", "arguments": [.text(TestClient.uri(folder, "a/user.igata"))]])
    #expect(client.published()["user.igata"] == [])
    #expect(try folder.read("known.json").contains(#""file": "a/user.igata""#))
    try folder.write(#"{"version": 7}"#, to: "known.json")
    client.notify("workspace/didChangeWatchedFiles", ["changes": []])
    let published = client.published()
    #expect(Self.codes(published["known.json"]) == ["invalid-baseline"])
    #expect(Self.codes(published["user.igata"]) == ["type-case"])
  }

  @Test(arguments: [#"{"schema": "."}"#, #"{"migrations": {"dialects": ["sqlite"]}}"#, nil])
  func sealedVersionsAreNoPartOfTheSchema(settings: String?) throws {
    let folder = try Scratch()
    if let settings { try folder.write(settings, to: "igata.json") }
    try folder.write(Self.owner + Self.pet, to: "all.igata")
    #expect(try Program(built: "igata", ["migrate", "seal", "first"], in: folder.folder).run().status == 0)
    let client = TestClient(folder: folder)
    #expect(client.published().isEmpty)
    let uri = TestClient.uri(folder, "Migrations/0001-first/schema.igata")
    client.open(uri, try folder.read("Migrations/0001-first/schema.igata"))
    #expect(client.published().values.filter { !$0.isEmpty } == [])
    #expect(client.ask("references", uri, 0, 7).list.allSatisfy { $0["uri"].text == uri })
  }

  /// What a change means for existing rows is shown and fixed like any other error.
  @Test(arguments: [#"{"migrations": {"dialects": ["sqlite"]}}"#, nil])
  func changesSinceTheLastVersionAreErrors(settings: String?) throws {
    let folder = try Scratch()
    if let settings { try folder.write(settings, to: "igata.json") }
    try folder.write(Self.owner + Self.pet, to: "all.igata")
    #expect(try Program(built: "igata", ["migrate", "seal", "first"], in: folder.folder).run().status == 0)
    let uri = TestClient.uri(folder, "all.igata")
    let renamed = (Self.owner + Self.pet).replacing("owner: Owner?", with: "keeper: Owner?")
      .replacing("@inverse(owner)", with: "@inverse(keeper)")
    let pulling = TestClient(folder: folder, TestClient.pulling)
    pulling.open(uri, renamed)
    #expect(Self.codes(pulling.ask("diagnostic", uri)["items"].list) == ["unexplained-removal"])

    let client = TestClient(folder: folder)
    #expect(client.published().isEmpty)
    client.open(uri, renamed)
    #expect(client.published().mapValues { Self.codes($0) } == ["all.igata": ["unexplained-removal"]])
    let position: JSONTree = ["line": 4, "character": 8]
    let actions = client.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .text(uri)], "range": ["start": position, "end": position],
        "context": ["diagnostics": []],
      ])
    let fix = try #require(actions.list.first { $0["title"].text.contains("@renamed") })
    let fixed = applying(fix["edit", "documentChanges"][0]["edits"].list, to: renamed)
    #expect(fixed.contains("keeper: Owner? @renamed(from: \"owner\")"))
    client.change(uri, [["text": .text(fixed)]])
    #expect(client.published().mapValues { Self.codes($0) } == ["all.igata": []])

    // While the schema has errors of its own, nothing can be said about its rows.
    client.change(uri, [["text": .text(renamed.replacing("Owner?", with: "Missing?"))]])
    #expect(Self.codes(client.published()["all.igata"])?.contains("unexplained-removal") == false)
  }

  /// Of more names than anybody reads, the best are proposed, and the client asks again when more is typed.
  @Test func theBestOfManyNamesAreProposed() throws {
    let client = TestClient()
    let models = (0..<300).map { "model Thing\($0) {\n  id: Int64 @primaryKey\n  other: Th29\n}\n" }.joined()
    client.open("untitled:many", models)
    let few = client.ask("completion", "untitled:many", 2, 13)
    #expect(few["isIncomplete"] == .flag(true))
    let names = few["items"].list.map { $0["label"].text }
    #expect(names == (0..<300).map(String.init).filter { $0.contains(/2.*9/) }.map { "Thing\($0)" }.sorted())
    let many = client.ask("completion", "untitled:many", 2, 11)
    #expect(many["items"].list.count == 200 && many["items"].list.allSatisfy { $0["label"].text.hasPrefix("Th") })
  }

  @Test func aFileThatIsReachedByALinkIsUsedOnce() throws {
    let folder = try Scratch()
    try folder.write(Self.owner + Self.pet, to: "real/all.igata")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: folder.path("real"))
    let client = TestClient(folder: folder)
    #expect(client.published().isEmpty)
    client.open(TestClient.uri(folder, "link/all.igata"), Self.owner + Self.pet)
    #expect(client.published().values.filter { !$0.isEmpty } == [], "nothing is declared twice")
    client.open(TestClient.uri(folder, "real/all.igata"), Self.owner + Self.pet)
    #expect(client.published().values.filter { !$0.isEmpty } == [])
  }
}
