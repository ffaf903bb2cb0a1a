import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// An HTTP server on loopback: one thread for each connection, one request on each connection.
final class LoopbackServer: Sendable {
  struct Request: Sendable {
    var method = ""
    var path = ""
    var query: [(name: String, value: String)] = []
    /// By lowercased names.
    var headers: [String: String] = [:]
    var body = Data()

    func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
  }

  enum Answer: Sendable {
    case status(Int, [String: String] = [:], Data = Data())
    /// Exactly these bytes, and then the end.
    case raw(Data)
    /// The end, without a word.
    case drop
    /// Bytes in pieces, with pauses.
    case slow([Data], Duration)
  }

  let port: UInt16
  private let listener: Int32
  private let isOpen = Atomic(true)
  private let seen = Mutex<[Request]>([])

  var requests: [Request] { seen.withLock { $0 } }
  var url: URL { URL(string: "http://127.0.0.1:\(port)") ?? URL(fileURLWithPath: "/") }

  init(_ answer: @escaping @Sendable (Request) -> Answer) throws {
    #if canImport(Glibc)
    let stream = Int32(SOCK_STREAM.rawValue)
    #else
    let stream = SOCK_STREAM
    #endif
    listener = socket(AF_INET, stream, 0)
    var yes: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    guard isBound else { throw POSIXError(.EADDRINUSE) }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        if connection < 0 { break }
        guard let server = self, server.isOpen.load(ordering: .relaxed) else {
          close(connection)
          break
        }
        Thread.detachNewThread { server.serve(connection, answer) }
      }
      close(listener)
    }
  }

  deinit {
    isOpen.store(false, ordering: .relaxed)
    shutdown(listener, Int32(SHUT_RDWR))
  }

  private func serve(_ connection: Int32, _ answer: (Request) -> Answer) {
    defer { close(connection) }
    guard let request = read(connection) else { return }
    seen.withLock { $0.append(request) }
    switch answer(request) {
    case .drop: break
    case .raw(let data): send(data, connection)
    case .slow(let pieces, let pause):
      for piece in pieces {
        guard send(piece, connection) else { return }
        Thread.sleep(forTimeInterval: Double(pause.components.seconds) + Double(pause.components.attoseconds) / 1e18)
      }
    case .status(let status, let headers, let body):
      var text = "HTTP/1.1 \(status) X\r\nConnection: close\r\n"
      if headers["Content-Length"] == nil, status != 304, status != 204 { text += "Content-Length: \(body.count)\r\n" }
      for (name, value) in headers { text += "\(name): \(value)\r\n" }
      send(Data((text + "\r\n").utf8) + body, connection)
    }
    shutdown(connection, Int32(SHUT_WR))
    var rest = [UInt8](repeating: 0, count: 1024)
    while recv(connection, &rest, rest.count, 0) > 0 {}
  }

  @discardableResult
  private func send(_ data: Data, _ connection: Int32) -> Bool {
    #if canImport(Glibc)
    let flags = Int32(MSG_NOSIGNAL)
    #else
    let flags: Int32 = 0
    #endif
    var rest = Array(data)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { sendBytes(connection, $0.baseAddress, $0.count, flags) }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private func sendBytes(_ connection: Int32, _ start: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    #if canImport(Glibc)
    Glibc.send(connection, start, count, flags)
    #else
    Darwin.send(connection, start, count, flags)
    #endif
  }

  private func read(_ connection: Int32) -> Request? {
    var bytes = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let end = Data("\r\n\r\n".utf8)
    while true {
      if let head = bytes.range(of: end) {
        guard var request = Request(String(decoding: bytes[..<head.lowerBound], as: UTF8.self)) else { return nil }
        let length = Int(request.headers["content-length"] ?? "") ?? 0
        if bytes.count - head.upperBound >= length {
          request.body = Data(bytes[head.upperBound...].prefix(length))
          return request
        }
      }
      let count = recv(connection, &buffer, buffer.count, 0)
      if count <= 0 { return nil }
      bytes += buffer[..<count]
    }
  }
}

extension LoopbackServer.Request {
  init?(_ head: String) {
    let lines = head.components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count == 3, let components = URLComponents(string: String(words[1])) else { return nil }
    method = String(words[0])
    path = components.path
    query = (components.queryItems ?? []).map { ($0.name, $0.value ?? "") }
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 { headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
    }
  }
}
