import Foundation

/// A web server on loopback that speaks TLS, by the system's `openssl`, under a certificate of its own making.
final class EncryptedServer: Sendable {
  struct Failure: Error {
    var message: String
  }

  /// The address of the machine that the certificate is for.
  let url: URL
  /// The same machine, under a name that the certificate does not have.
  let nameless: URL
  /// The certificate, which vouches for itself.
  let certificate: URL
  private let folder: URL
  private let process: Process

  /// Serves files, each a whole answer, by the paths and queries that they are for.
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
    // What it inherited from the thread that started it may keep any other signal away.
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

  /// What it says when it is ready: `ACCEPT 127.0.0.1:40123`.
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
