import Foundation
import IgataDiagnostics
import Synchronization
import TestSupport
import Testing

@testable import IgataTool

/// What a repository contains that is about to be attacked with, and the command that a user runs in it.
struct HostileRepository: Sendable, CustomTestStringConvertible {
  let name: String
  /// The shell commands that fill the repository, in its folder. The folder `../outside` isn't part of it.
  let content: String
  let command: String
  /// A part of the message, or `nil` if the command just does its work.
  var refusal: String?

  var testDescription: String { name }

  static let link = "a symbolic link is on its path"
  static let device = "it is a device, a pipe or a socket"
  static let foreign = "igata did not write it"
  static let outside = "leads out of the project"
  static let linkedOut = "a symbolic link leads out of the project"
}

private func hash(_ content: String) -> String { ContentHash(Array(content.utf8)).text }

/// A manifest that claims a file.
private func manifest(of path: String, _ content: String, in folder: String) -> String {
  let text = #"{"version": 1, "files": {"\#(path)": "\#(hash(content))"}}"#
  return "mkdir -p \(folder); echo '\(text)' > \(folder)/.igata-manifest.json"
}

/// A journal whose only step replaces a file by another one, or removes it.
private func journal(_ step: String, in folder: String = "out") -> String {
  "mkdir -p \(folder); echo '{\"version\": 1, \"steps\": [{\(step)}]}' > \(folder)/.igata-journal.json"
}

private let custom =
  #"mkdir t; echo '#!/bin/sh' > t/x.mustache; echo '{"templates": "t", "output": "OUT", "outputs": [{"template": "x", "path": "PATH", "scope": "once"}]}' > igata.json"#

private func custom(_ path: String, in output: String = "out") -> String {
  custom.replacing("OUT", with: output).replacing("PATH", with: path)
}

private typealias Repository = HostileRepository

private let repositories: [HostileRepository] = [
  // Journals.
  Repository(
    name: "a journal that installs a hook",
    content: "mkdir out; ln -s ../.git/hooks out/h; echo evil > out/payload; "
      + journal(#""path": "h/post-commit", "temporary": "payload""#),
    command: "igata generate a.igata -o out"),
  Repository(
    name: "a journal with a temporary file of our name",
    content: "mkdir out; ln -s ../.git/hooks out/h; echo evil > .git/hooks/.igata-tmp-1-0; "
      + journal(#""path": "h/post-commit", "temporary": "h/.igata-tmp-1-0", "after": "\#(hash("evil\n"))""#),
    command: "igata generate a.igata -o out"),
  Repository(
    name: "a journal that moves a file from outside",
    content: "mkdir out; ln -s ../../outside/secret out/.igata-tmp-1-0; "
      + journal(#""path": "x", "temporary": ".igata-tmp-1-0", "after": "\#(hash("secret\n"))""#),
    command: "igata generate a.igata -o out"),
  Repository(
    name: "a journal that removes",
    content: "mkdir out; ln -s ../../outside out/h; "
      + journal(#""path": "h/secret", "before": "\#(hash("secret\n"))""#),
    command: "igata generate a.igata -o out"),
  Repository(
    name: "a journal in the folder of version control",
    content: "printf 'ref: main\\n' > .git/HEAD; "
      + journal(#""path": ".git/HEAD", "before": "\#(hash("ref: main\n"))""#, in: "."),
    command: "igata generate a.igata"),
  Repository(
    name: "a journal that is a pipe", content: "mkdir out; mkfifo out/.igata-journal.json",
    command: "igata generate a.igata -o out"),
  // Manifests.
  Repository(
    name: "a manifest behind a link",
    content: "mkdir out; ln -s ../../outside out/h; " + manifest(of: "h/a.igata.swift", "secret\n", in: "out")
      + "; mv ../outside/secret ../outside/a.igata.swift",
    command: "igata generate a.igata -o out"),
  Repository(
    name: "a manifest with a way out", content: manifest(of: "../../outside/a.igata.swift", "secret\n", in: "out"),
    command: "igata generate a.igata -o out", refusal: "was not written by this version of igata"),
  Repository(
    name: "a manifest with files of version control",
    content: "mkdir -p .git/refs/tags; printf 'ref: main\\n' > .git/a.igata.swift; "
      + manifest(of: ".git/a.igata.swift", "ref: main\n", in: "."),
    command: "igata generate a.igata"),
  Repository(
    name: "a manifest that is a link",
    content: "mkdir out; ln -s ../../outside/secret out/.igata-manifest.json", command: "igata generate a.igata -o out",
    refusal: "was not written by this version of igata"),
  Repository(
    name: "an output that is a link", content: "mkdir out; ln -s ../../outside/new out/a.igata.swift",
    command: "igata generate a.igata -o out", refusal: HostileRepository.foreign),
  Repository(
    name: "leftovers behind a link",
    content: "mkdir out; ln -s ../../outside out/h; mkdir t; echo > ../outside/.igata-tmp-2147483646-1; "
      + custom("h/x"),
    command: "igata generate --target outputs", refusal: HostileRepository.link),
  Repository(
    name: "a hard link",
    content: "igata generate a.igata -o out; ln -f ../outside/secret out/a.igata.swift",
    command: "igata generate a.igata -o out --sandboxed --access package"),
  // Configurations.
  Repository(
    name: "a custom output behind a link", content: "mkdir out; ln -s ../../outside out/h; " + custom("h/x"),
    command: "igata generate", refusal: HostileRepository.link),
  Repository(
    name: "an output folder that is a link", content: "ln -s ../outside out; " + custom("x"),
    command: "igata generate", refusal: HostileRepository.link),
  Repository(
    name: "an output folder with a way out", content: custom("x", in: "../outside"), command: "igata generate",
    refusal: HostileRepository.outside),
  Repository(
    name: "hooks as the output folder", content: custom("post-commit", in: ".git/hooks"), command: "igata generate",
    refusal: "version control"),
  Repository(
    name: "hooks as a custom output", content: custom("SUB/.GIT/hooks/x", in: "."), command: "igata generate",
    refusal: "is a name that igata reserves"),
  Repository(
    name: "schemas outside", content: #"echo '{"schema": "../outside"}' > igata.json"#, command: "igata format",
    refusal: HostileRepository.outside),
  Repository(
    name: "templates outside",
    content: #"ln -s ../outside t; echo '{"templates": "t"}' > igata.json"#, command: "igata generate -o out",
    refusal: HostileRepository.linkedOut),
  Repository(
    name: "versions outside", content: #"echo '{"migrations": {"folder": "../outside/m"}}' > igata.json"#,
    command: "igata migrate seal first", refusal: HostileRepository.outside),
  Repository(
    name: "versions behind a link", content: "ln -s ../outside Migrations", command: "igata migrate seal first",
    refusal: HostileRepository.link),
  Repository(
    name: "own SQL behind a link", content: "igata migrate seal first; ln -s ../../outside Migrations/next",
    command: "igata migrate new", refusal: HostileRepository.link),
  Repository(
    name: "a baseline outside", content: #"echo '{"lint": {"baseline": "../outside/new"}}' > igata.json"#,
    command: "igata lint --update-baseline", refusal: HostileRepository.outside),
  // Links and other files to read.
  Repository(
    name: "a schema that is a link", content: "ln -s ../outside/other.igata b.igata", command: "igata format",
    refusal: HostileRepository.linkedOut),
  Repository(
    name: "fixes through a link", content: "ln -s ../outside/other.igata b.igata",
    command: "igata lint --fix --unsafe-fixes", refusal: HostileRepository.linkedOut),
  Repository(
    name: "a link to everything", content: "ln -s / everything; ln -s . here", command: "igata generate -o out"),
  Repository(
    name: "a link to everything, watched", content: "ln -s / everything",
    command: "igata watch -o out --poll & sleep 1; kill $!; ls out"),
  Repository(
    name: "an endless schema", content: "ln -s /dev/zero b.igata", command: "igata lint b.igata",
    refusal: HostileRepository.device),
  Repository(
    name: "a pipe as a schema", content: "mkfifo b.igata", command: "igata lint b.igata",
    refusal: HostileRepository.device),
  Repository(
    name: "templates that multiply",
    content: "mkdir -p t/swift; for i in $(seq 0 50); do printf \"{{>t$((i + 1))}}{{>t$((i + 1))}}\" > t/t$i.mustache; done; "
      + "printf '{{>t0}}' > t/swift/model.mustache; : > t/t51.mustache; echo '{\"templates\": \"t\"}' > igata.json",
    command: "igata lint"),
  Repository(
    name: "pipes in folders", content: "mkfifo b.igata c.mustache", command: "igata generate --templates . -o out",
    refusal: "there is no .mustache file"),
  Repository(
    name: "a pipe as the configuration", content: "mkfifo igata.json", command: "igata lint",
    refusal: HostileRepository.device),
  Repository(
    name: "a pipe as a baseline",
    content: #"mkfifo b; echo '{"lint": {"baseline": "b"}}' > igata.json"#, command: "igata lint",
    refusal: HostileRepository.device),
  Repository(
    name: "a pipe as a list of versions", content: "mkdir Migrations; mkfifo Migrations/history",
    command: "igata generate -o out", refusal: HostileRepository.device),
  Repository(
    name: "a pipe as a sealed script",
    content: "igata migrate seal first; rm Migrations/0001-first/sqlite.sql; mkfifo Migrations/0001-first/sqlite.sql",
    command: "igata generate -o out", refusal: HostileRepository.device),
  Repository(
    name: "a pipe as own SQL", content: "igata migrate seal first; mkdir Migrations/next; mkfifo Migrations/next/sqlite.sql",
    command: "igata migrate lint", refusal: HostileRepository.device),
  Repository(
    name: "a pipe as an output", content: "mkdir out; mkfifo out/a.igata.swift",
    command: "igata generate a.igata -o out", refusal: HostileRepository.device),
  Repository(
    name: "a schema that is too large", content: "truncate -s 257M b.igata", command: "igata lint b.igata",
    refusal: "it is larger than 256 MiB"),
  // Files that options name.
  Repository(
    name: "a baseline that is none", content: "cp ../outside/secret b",
    command: "igata lint --baseline b --update-baseline; cmp b ../outside/secret", refusal: HostileRepository.foreign),
  Repository(
    name: "a baseline that is a link", content: "ln -s ../outside/secret b",
    command: "igata lint --baseline b --update-baseline", refusal: HostileRepository.link),
  Repository(
    name: "a depfile that is none", content: "cp ../outside/secret d",
    command: "igata generate -o out --depfile d; cmp d ../outside/secret", refusal: HostileRepository.foreign),
  Repository(
    name: "a depfile that is a link", content: "ln -s ../outside/secret d",
    command: "igata generate -o out --depfile d", refusal: HostileRepository.link),
  Repository(
    name: "a log that is none", content: "cp ../outside/secret l",
    command: "igata lsp --log l < /dev/null; cmp l ../outside/secret", refusal: HostileRepository.foreign),
  Repository(
    name: "a log that is a link", content: "ln -s ../outside/new l", command: "igata lsp --log l < /dev/null",
    refusal: HostileRepository.link),
  Repository(
    name: "a page that is a link", content: "ln -s ../outside/empty d.html", command: "igata docs -o d.html",
    refusal: HostileRepository.link),
  Repository(
    name: "templates behind a link", content: "mkdir t; ln -s ../../outside t/swift", command: "igata templates eject t",
    refusal: HostileRepository.link),
  Repository(
    name: "a first schema that is a link", content: "ln -s ../outside/new notebook.igata", command: "igata init",
    refusal: "already exists"),
  // Programs.
  Repository(
    name: "igata-database in the folder",
    content: "printf '#!/bin/sh\\necho owned > ../outside/owned\\n' > igata-database; chmod +x igata-database",
    command: "cp \"$(command -v igata)\" ../igata; PATH=.::bin ../igata migrate status x.db",
    refusal: "can't start igata-database"),
]

/// Opens the repository in an editor: everything that is done without asking anybody, and what is asked often.
private func editorSession(in scratch: Scratch) throws -> Outcome {
  func text(_ text: String) -> JSONTree { .text(text) }
  func object(_ members: KeyValuePairs<String, JSONTree>) -> JSONTree {
    .object(members.map { JSONTree.Member(key: $0.key, value: $0.value) })
  }
  func message(_ method: String, _ parameters: JSONTree, id: Int? = nil) -> [UInt8] {
    let head: [JSONTree.Member] = [.init(key: "jsonrpc", value: text("2.0")), .init(key: "method", value: text(method))]
    let number = id.map { [JSONTree.Member(key: "id", value: .number($0))] } ?? []
    return FrameDecoder.frame(.object(head + number + [.init(key: "params", value: parameters)]))
  }
  let folder = "file://" + scratch.path("clone")
  let document = object(["uri": text(folder + "/a.igata")])
  let position = object(["line": .number(0), "character": .number(7)])
  let schema = text("model A { id: Int64 @primaryKey }\n")
  let pulls = object(["textDocument": object(["diagnostic": object([:]), "hover": object([:])])])
  let opened = object([
    "uri": text(folder + "/a.igata"), "languageId": text("igata"), "version": .number(1), "text": schema,
  ])
  let session =
    message("initialize", object(["rootUri": text(folder), "capabilities": pulls]), id: 1)
    + message("initialized", object([:])) + message("textDocument/didOpen", object(["textDocument": opened]))
    + message("textDocument/diagnostic", object(["textDocument": document]), id: 2)
    + message("textDocument/hover", object(["textDocument": document, "position": position]), id: 3)
    + message("workspace/symbol", object(["query": text("A")]), id: 4)
    + message("textDocument/formatting", object(["textDocument": document, "options": object([:])]), id: 5)
    + message("shutdown", .null, id: 6) + message("exit", .null)
  try scratch.write(session, to: "session")
  return try scratch.run("cd clone; igata lsp < ../session")
}

/// Whatever a repository contains, the command line and the language server change nothing outside of it, start nothing
/// of it, and end.
@Test(.timeLimit(.minutes(1)), arguments: repositories)
func aRepositoryIsHarmless(_ repository: HostileRepository) throws {
  let scratch = try Scratch()
  let begin = """
    mkdir -p outside clone/.git/hooks; echo secret > outside/secret; : > outside/empty
    printf 'enum   other_type { case a }' > outside/other.igata
    echo 'model A { id: Int64 @primaryKey }' > clone/a.igata; cd clone; { \(repository.content); } > /dev/null 2>&1
    """
  #expect(try scratch.run(begin).status == 0)
  let before = [scratch.contents(of: "outside"), scratch.contents(of: "clone/.git")]
  let session = try editorSession(in: scratch)
  #expect(session.status == 0 && session.output.contains(#""id": 6"#), "\(session)")
  #expect([scratch.contents(of: "outside"), scratch.contents(of: "clone/.git")] == before)
  let outcome = try scratch.run("cd clone; \(repository.command)")
  #expect([scratch.contents(of: "outside"), scratch.contents(of: "clone/.git")] == before)
  if let refusal = repository.refusal {
    #expect(outcome.errors.contains(refusal), "\(outcome.errors)")
    #expect(outcome.status != 0 || repository.command.contains("cmp "))
  } else {
    #expect(outcome.status == 0, "\(outcome.errors)")
  }
}

/// A folder that becomes a link between a check and a write leads nothing outside.
@Test func foldersThatBecomeLinks() throws {
  let scratch = try Scratch()
  try scratch.write("", to: "out/h/kept")
  try scratch.write("secret", to: "outside/x")
  try FileManager.default.createSymbolicLink(atPath: scratch.path("out/link"), withDestinationPath: "../outside")
  let isDone = Mutex(false)
  let (folder, link, other) = (scratch.path("out/h"), scratch.path("out/link"), scratch.path("out/other"))
  let ended = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    while !isDone.withLock({ $0 }) {
      for (from, to) in [(folder, other), (link, folder), (folder, link), (other, folder)] { rename(from, to) }
    }
    ended.signal()
  }
  let location = try #require(FileLocation(folder + "/x", below: scratch.path("out")))
  var (written, refused) = (0, 0)
  for round in 0..<2_000 {
    do {
      if round % 2 == 0 { try location.create([1], isKept: false) } else { try location.overwrite([2]) }
      written += 1
      try location.remove()
    } catch {
      refused += 1
    }
  }
  isDone.withLock { $0 = true }
  ended.wait()
  #expect(scratch.contents(of: "outside") == ["x": Data("secret".utf8)])
  #expect(written > 0 && refused > 0, "\(written) \(refused)")
}
