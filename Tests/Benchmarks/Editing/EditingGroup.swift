import Foundation

extension BenchmarkGroup {
  /// How long an editor waits for `igata lsp`: the 95th percentile of the time from a message to its answer.
  static let editing = BenchmarkGroup(name: "editing") { session in
    // Waiting can't be counted in instructions.
    guard session.unit == .seconds else { return [] }
    let program = try buildStaticTool(session)
    let workspace = try EditedWorkspace(in: try session.folder("editing"))
    session.say("editing 1,000 models in 100 files")
    var rows: [Measurement] = []
    func add(_ name: String, _ times: [Double], bar: Double) {
      let sorted = times.sorted()
      let time = sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, sorted.count * 95 / 100)]
      rows.append(
        Measurement(
          group: "editing", name: "\(name), of \(number(bar)) ms", ratio: time * 1000 / bar, bar: 1,
          figures: "\(figure(time, .seconds)), median \(figure(sorted.isEmpty ? .nan : sorted[sorted.count / 2], .seconds))"))
    }
    add("start to all diagnostics", try (0..<5).map { _ in try startTime(program, workspace) }, bar: 400)
    let client = try EditingClient(program, folder: workspace.folder)
    for file in 0..<EditedWorkspace.fileCount {
      try client.open(workspace.uri(ofFile: file), EditedWorkspace.text(ofFile: file))
    }
    try client.request("workspace/diagnostic", ["previousResultIds": []])
    let memory = client.residentBytes
    for request in EditingRequest.all { add(request.name, try request.times(client, workspace), bar: request.bar) }
    for (size, bar) in [(4_000, 5.0), (400_000, 60.0)] {
      for method in ["formatting", "semanticTokens/full", "foldingRange"] {
        add("\(method) of \(size / 1000) KB", try layoutTimes(method, size, client), bar: bar)
      }
    }
    if let memory {
      rows.append(
        Measurement(
          group: "editing", name: "memory with all files open, of 80 MB", ratio: Double(memory) / 80e6, bar: 1,
          figures: "\(number(Double(memory) / 1e6)) MB"))
    }
    try client.end()
    return rows
  }
}

private func elapsed(_ body: () throws -> Void) rethrows -> Double {
  let start = ContinuousClock.now
  try body()
  let time = (ContinuousClock.now - start).components
  return Double(time.seconds) + Double(time.attoseconds) / 1e18
}

private func startTime(_ program: String, _ workspace: EditedWorkspace) throws -> Double {
  var client: EditingClient?
  let time = try elapsed {
    client = try EditingClient(program, folder: workspace.folder)
    try client?.request("workspace/diagnostic", ["previousResultIds": []])
  }
  try client?.end()
  return time
}

private func layoutTimes(_ method: String, _ size: Int, _ client: EditingClient) throws -> [Double] {
  let uri = "untitled:\(size)"
  try client.open(uri, EditedWorkspace.text(ofBytes: size).replacing("  name: String", with: "   name:String"))
  let parameters: [String: Any] = ["textDocument": ["uri": uri], "options": ["tabSize": 2, "insertSpaces": true]]
  try client.request("textDocument/\(method)", parameters)
  return try (0..<40).map { _ in try elapsed { try client.request("textDocument/\(method)", parameters) } }
}

/// A request with the most milliseconds that it may take.
private struct EditingRequest {
  let name: String
  let bar: Double
  var count = 200
  /// Sends the request for the number of a try.
  let send: (EditingClient, EditedWorkspace, Int) throws -> Void

  func times(_ client: EditingClient, _ workspace: EditedWorkspace) throws -> [Double] {
    try send(client, workspace, 0)
    return try (1...count).map { number in try elapsed { try send(client, workspace, number) } }
  }

  /// A request about the location of a line of a model.
  private static func at(_ name: String, bar: Double, line: Int, _ character: Int) -> EditingRequest {
    EditingRequest(name: name, bar: bar) { client, workspace, number in
      let position = ["line": line + 14 * (number % 10), "character": character]
      try client.request(
        "textDocument/\(name)",
        [
          "textDocument": ["uri": workspace.uri(ofFile: number % EditedWorkspace.fileCount)], "position": position,
          "context": ["includeDeclaration": true],
        ])
    }
  }

  /// Types a character into a file, and waits for an answer that needs the schema.
  ///
  /// - Parameter firstVersion: The version of the first text, which is greater than all that were there before.
  private static func edit(_ name: String, bar: Double, _ method: String, firstVersion: Int) -> EditingRequest {
    EditingRequest(name: name, bar: bar, count: 60) { client, workspace, number in
      let uri = workspace.uri(ofFile: 50)
      let position = ["line": 3, "character": 2]
      try client.notify(
        "textDocument/didChange",
        [
          "textDocument": ["uri": uri, "version": firstVersion + number],
          "contentChanges": [["range": ["start": position, "end": position], "text": "x"]],
        ])
      try client.request("textDocument/\(method)", ["textDocument": ["uri": uri], "position": position])
    }
  }

  static var all: [EditingRequest] {
    [
      edit("edit to errors", bar: 60, "documentHighlight", firstVersion: 2),
      edit("edit to errors and findings", bar: 130, "diagnostic", firstVersion: 1000),
      at("completion", bar: 10, line: 9, 12), at("hover", bar: 20, line: 1, 8), at("signatureHelp", bar: 10, line: 3, 30),
      at("definition", bar: 3, line: 9, 12), at("documentHighlight", bar: 3, line: 9, 12),
      at("documentSymbol", bar: 3, line: 0, 0), at("references", bar: 10, line: 1, 8),
      EditingRequest(name: "workspace/symbol", bar: 10) { client, _, number in
        try client.request("workspace/symbol", ["query": "ent\(number % 10)"])
      },
      EditingRequest(name: "rename of 500 uses", bar: 150, count: 30) { client, workspace, number in
        try client.request(
          "textDocument/rename",
          [
            "textDocument": ["uri": workspace.uri(ofFile: 0)], "position": ["line": 1, "character": 8],
            "newName": "Hub\(number)",
          ])
      },
    ]
  }
}
