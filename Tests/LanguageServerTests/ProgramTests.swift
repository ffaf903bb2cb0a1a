import Foundation
import IgataDiagnostics
import TestSupport
import Testing

@testable import IgataTool

/// The program itself, over pipes.
@Suite struct ProgramTests {
  private static func frame(_ message: JSONTree) -> Data { Data(FrameDecoder.frame(message)) }

  private static let start: [JSONTree] = [
    ["jsonrpc": "2.0", "id": 1, "method": "initialize", "params": ["capabilities": [:]]],
    ["jsonrpc": "2.0", "method": "initialized", "params": [:]],
  ]
  private static let end: [JSONTree] = [
    ["jsonrpc": "2.0", "id": 2, "method": "shutdown"], ["jsonrpc": "2.0", "method": "exit"],
  ]

  private struct Run {
    var messages: [JSONTree]
    var errors: String
    var status: Int32
  }

  /// Runs the program with all of its input before any output is read.
  private static func run(_ input: Data, _ arguments: [String] = []) throws -> Run {
    let folder = try Scratch()
    try folder.write(input, to: "input")
    let words = ([BuiltProducts.program("igata").path, "lsp"] + arguments).map { "'\($0)'" }.joined(separator: " ")
    let outcome = try Program(shell: "\(words) < input", in: folder.folder).run()
    return Run(messages: try messages(Array(outcome.output.utf8)), errors: outcome.errors, status: outcome.status)
  }

  /// The messages in an output, which has nothing else.
  private static func messages(_ output: [UInt8]) throws -> [JSONTree] {
    var decoder = FrameDecoder()
    decoder.append(output)
    var messages: [JSONTree] = []
    var length = 0
    while let content = try decoder.next() {
      let value = try JSONSerialization.jsonObject(with: Data(content), options: .fragmentsAllowed)
      messages.append(JSONTree(foundation: value))
      length += "Content-Length: \(content.count)\r\n\r\n".utf8.count + content.count
    }
    #expect(length == output.count, "there is something else in the output")
    return messages
  }

  @Test func anOrderlySessionIsASuccess() throws {
    for arguments in [[], ["--stdio"]] {
      let run = try Self.run((Self.start + Self.end).reduce(Data()) { $0 + Self.frame($1) }, arguments)
      #expect(run.status == 0)
      #expect(run.errors.isEmpty)
      #expect(run.messages.map { $0["id"].number } == [1, 2])
      #expect(run.messages.first?["result", "serverInfo", "name"] == "igata")
    }
  }

  /// Wherever the input ends, the program ends, with all that arrived answered.
  @Test func theInputMayEndAnywhere() throws {
    let input = (Self.start + [Self.end[0]]).reduce(Data()) { $0 + Self.frame($1) }
    let first = Self.frame(Self.start[0]).count
    for cut in [0, 1, 17, 30, first - 1, first, first + 1, input.count - 1, input.count] {
      let run = try Self.run(input.prefix(cut))
      #expect(run.status == 1)
      #expect(run.errors.isEmpty, "\(run.errors)")
      #expect(run.messages.count == (cut < first ? 0 : cut < input.count ? 1 : 2))
    }
  }

  @Test(arguments: [
    ("Content-Length: -1\r\n\r\n", "the length of a message is '-1'"), ("{}\n", "which is no field"),
    ("Content-Length: 200000000\r\n\r\n", "a message of 200000000 bytes is too long; the maximum is 67108864"),
  ])
  func uselessHeadersEndTheProgramWithAMessage(_ text: String, _ message: String) throws {
    let run = try Self.run(Self.frame(Self.start[0]) + Data(text.utf8))
    #expect(run.status == 1)
    #expect(run.messages.count == 1, "what came before is answered")
    #expect(run.errors.contains("igata: error: the client sent an invalid message"))
    #expect(run.errors.contains(message))
  }

  @Test func theTrafficIsLogged() throws {
    let folder = try Scratch()
    let input = (Self.start + Self.end).reduce(Data()) { $0 + Self.frame($1) }
    let run = try Self.run(input, ["--log", folder.path("log")])
    #expect(run.status == 0)
    let lines = try folder.read("log").split(separator: "\n")
    #expect(lines.map { $0.prefix { $0 != ":" } } == ["received", "received", "sent", "received", "sent", "received"]
      || lines.count == 6)
    #expect(try Self.run(Data(), ["--log", folder.path("missing/log")]).status == 73)
  }

  @Test func theProgramEndsWithItsClient() throws {
    // A process that has ended.
    let process = Program(system: "true").process()
    try process.start()
    process.waitUntilExit()
    let parameters: JSONTree = ["capabilities": [:], "processId": .number(Int(process.processIdentifier))]
    let message: JSONTree = ["jsonrpc": "2.0", "id": 1, "method": "initialize", "params": parameters]
    let input = Pipe()
    let server = Program(built: "igata", ["lsp"]).process()
    server.standardInput = input
    try server.start()
    input.fileHandleForWriting.write(Self.frame(message))
    server.waitUntilExit()
    #expect(server.terminationStatus == 1)
    try input.fileHandleForWriting.close()
  }

  /// A client that writes everything before it reads anything blocks nobody: pipes hold some 64 KB.
  @Test func bothSidesMayWriteAtTheSameTime() async throws {
    let input = Pipe()
    let output = Pipe()
    let server = Program(built: "igata", ["lsp"]).process()
    server.standardInput = input
    server.standardOutput = output
    try server.start()
    let model = (0..<400).map { "model M\($0) {\n  id: Int @primaryKey\n}\n" }.joined()
    let document: JSONTree = ["uri": "untitled:a", "version": 1, "text": .text(model)]
    var questions = Self.start
    questions.append(["jsonrpc": "2.0", "method": "textDocument/didOpen", "params": ["textDocument": document]])
    for id in 10..<20 {
      let parameters: JSONTree = ["textDocument": ["uri": "untitled:a"]]
      questions.append([
        "jsonrpc": "2.0", "id": .number(id), "method": "textDocument/semanticTokens/full", "params": parameters,
      ])
    }
    let more: JSONTree = ["jsonrpc": "2.0", "method": "$/unknown", "params": .text(String(repeating: "x", count: 400_000))]
    let first = questions.reduce(Data()) { $0 + Self.frame($1) }
    let second = ([more] + Self.end).reduce(Data()) { $0 + Self.frame($1) }
    let written = DispatchSemaphore(value: 0)
    // After half a minute it is read all the same, so that a server that only writes fails this test and ends.
    async let read = apart {
      let isWritten = written.wait(timeout: .now() + 30) == .success
      return (isWritten, try output.fileHandleForReading.readToEnd() ?? Data())
    }
    try await apart {
      try input.fileHandleForWriting.write(contentsOf: first)
      // By then, the server waits to write its answers.
      Thread.sleep(forTimeInterval: 0.5)
      try input.fileHandleForWriting.write(contentsOf: second)
      written.signal()
    }
    let (isWritten, answers) = try await read
    #expect(isWritten, "the server doesn't read while it waits to write")
    server.waitUntilExit()
    #expect(server.terminationStatus == 0)
    let ids = try Self.messages([UInt8](answers)).compactMap { $0["id"].number }
    #expect(ids == [1] + Array(10..<20) + [2])
  }
}
