import Foundation

/// A web server on loopback with TLS, using the system's `openssl` and a self-signed certificate.
final class EncryptedServer: Sendable {
  struct Failure: Error {
    var message: String
  }

  /// The URL with the name of the certificate.
  let url: URL
  /// The URL with a name that the certificate doesn't have.
  let nameless: URL
  /// The self-signed certificate.
  let certificate: URL
  private let folder: URL
  private let process: Process

  /// Serves files, each a complete response, by their paths and queries.
  init(_ answers: [String: String]) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("tls-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, answer) in answers { try Data(answer.utf8).write(to: folder.appendingPathComponent(name)) }
    certificate = folder.appendingPathComponent("certificate.pem")
    let maker = try Self.start(
      "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem -out certificate.pem -days 2 "
        + "-subj /CN=igata -addext subjectAltName=IP:127.0.0.1", in: folder)
    _ = try maker.output.readToEnd()
    maker.process.waitUntilExit()
    let server = try Self.start(
      "s_server -HTTP -accept 127.0.0.1:0 -cert certificate.pem -key key.pem", in: folder)
    process = server.process
    let port = try Self.port(server.output)
    guard let url = URL(string: "https://127.0.0.1:\(port)"), let nameless = URL(string: "https://localhost:\(port)")
    else { throw Failure(message: "\(port) is no port") }
    self.url = url
    self.nameless = nameless
  }

  deinit {
    // It may have inherited a signal mask from the thread that started it, which blocks other signals.
    kill(process.processIdentifier, SIGKILL)
    try? FileManager.default.removeItem(at: folder)
  }

  private static func start(_ words: String, in folder: URL) throws -> (process: Process, output: FileHandle) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["openssl"] + words.split(separator: " ").map(String.init)
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    return (process, output.fileHandleForReading)
  }

  /// Parses the line that it prints when it is ready: `ACCEPT 127.0.0.1:40123`.
  private static func port(_ output: FileHandle) throws -> UInt16 {
    var text = ""
    while let data = try output.read(upToCount: 1), !data.isEmpty {
      text += String(decoding: data, as: UTF8.self)
      guard text.last == "\n", let line = text.split(separator: "\n").last, line.hasPrefix("ACCEPT") else { continue }
      if let port = line.split(separator: ":").last.flatMap({ UInt16($0) }) { return port }
    }
    throw Failure(message: "openssl serves nothing: \(text)")
  }
}
