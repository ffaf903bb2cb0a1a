import Foundation

/// An editor that has started `igata lsp`.
final class EditingClient {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var buffer = Data()
  private var count = 0

  /// Starts the server and initializes it.
  init(_ program: String, folder: URL) throws {
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["lsp"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let features = ["diagnostic", "hover", "completion", "foldingRange", "semanticTokens"]
    let document = Dictionary(uniqueKeysWithValues: features.map { ($0, [String: Any]()) })
    let capabilities: [String: Any] = [
      "textDocument": document, "workspace": ["didChangeWatchedFiles": ["dynamicRegistration": true]],
    ]
    try request("initialize", ["rootUri": "file://" + folder.path, "capabilities": capabilities])
    try notify("initialized", [:])
  }

  /// Ends the server.
  func end() throws {
    try request("shutdown", [:])
    try notify("exit", [:])
    process.waitUntilExit()
  }

  /// The resident memory of the server in bytes; `nil` where the system doesn't tell.
  var residentBytes: Int? {
    guard let status = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
      let number = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    return number * 1024
  }

  func open(_ uri: String, _ text: String) throws {
    try notify(
      "textDocument/didOpen", ["textDocument": ["uri": uri, "languageId": "igata", "version": 1, "text": text]])
  }

  func notify(_ method: String, _ parameters: [String: Any]) throws {
    try send(["jsonrpc": "2.0", "method": method, "params": parameters])
  }

  /// Sends a request and waits for its answer.
  @discardableResult
  func request(_ method: String, _ parameters: [String: Any]) throws -> Data {
    count += 1
    try send(["jsonrpc": "2.0", "id": count, "method": method, "params": parameters])
    let start = Data("{\"jsonrpc\": \"2.0\", \"id\": \(count), ".utf8)
    while true {
      let message = try next()
      guard message.starts(with: start) else { continue }
      guard !message.dropFirst(start.count).starts(with: Data("\"error\"".utf8)) else {
        throw BenchmarkFault("\(method): \(String(decoding: message, as: UTF8.self))")
      }
      return message
    }
  }

  private func send(_ message: [String: Any]) throws {
    let content = try JSONSerialization.data(withJSONObject: message)
    try input.fileHandleForWriting.write(contentsOf: Data("Content-Length: \(content.count)\r\n\r\n".utf8) + content)
  }

  private func next() throws -> Data {
    let separator = Data("\r\n\r\n".utf8)
    while true {
      if let end = buffer.range(of: separator),
        let length = Int(String(decoding: buffer[..<end.lowerBound], as: UTF8.self).dropFirst("Content-Length: ".count)),
        buffer.endIndex - end.upperBound >= length
      {
        let content = Data(buffer[end.upperBound..<end.upperBound + length])
        buffer = Data(buffer[(end.upperBound + length)...])
        return content
      }
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw BenchmarkFault("igata lsp has ended") }
      buffer += more
    }
  }
}
