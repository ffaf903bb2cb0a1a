import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// An HTTP server on loopback: one thread for each connection, and one request on each connection unless it is kept
/// alive.
package final class LoopbackServer: Sendable {
  package struct Request: Sendable {
    package var method = ""
    package var path = ""
    package var query: [(name: String, value: String)] = []
    /// By lowercased names.
    package var headers: [String: String] = [:]
    package var body = Data()
    /// The number of the server's connection, from 1.
    package var connection = 0

    package func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
  }

  package enum Answer: Sendable {
    case status(Int, [String: String] = [:], Data = Data())
    /// Exactly these bytes, then closes the connection.
    case raw(Data)
    /// Closes the connection without a response.
    case drop
    /// Bytes in pieces, with pauses.
    case slow([Data], Duration)
  }

  package let port: UInt16
  private let listener: Int32
  private let keepsConnections: Bool
  private let isOpen = Atomic(true)
  private let seen = Mutex<[Request]>([])

  package var requests: [Request] { seen.withLock { $0 } }
  package var url: URL { URL(string: "http://127.0.0.1:\(port)") ?? URL(fileURLWithPath: "/") }

  /// Starts to serve on a port, or on any free one.
  package init(
    port: UInt16 = 0, keepsConnections: Bool = false, _ answer: @escaping @Sendable (Request) -> Answer
  ) throws {
    self.keepsConnections = keepsConnections
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
    address.sin_port = port.bigEndian
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
    self.port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [weak self] in
      for number in 1... {
        let connection = accept(listener, nil, nil)
        if connection < 0 { break }
        guard let server = self, server.isOpen.load(ordering: .relaxed) else {
          close(connection)
          break
        }
        #if canImport(Darwin)
        // If the peer has closed the connection, `send` fails instead of ending the process.
        var yes: Int32 = 1
        setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
        Thread.detachNewThread { server.serve(connection, number, answer) }
      }
      close(listener)
    }
  }

  deinit {
    isOpen.store(false, ordering: .relaxed)
    #if canImport(Darwin)
    wakeListener()
    #else
    shutdown(listener, Int32(SHUT_RDWR))
    #endif
  }

  #if canImport(Darwin)
  /// Connects to the server itself, as `shutdown` does not end an `accept` here.
  private func wakeListener() {
    let connection = socket(AF_INET, SOCK_STREAM, 0)
    guard connection >= 0 else { return }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = connect(connection, address, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    close(connection)
  }
  #endif

  private func serve(_ connection: Int32, _ number: Int, _ answer: (Request) -> Answer) {
    defer { close(connection) }
    var bytes = Data()
    while var request = read(connection, &bytes) {
      request.connection = number
      seen.withLock { $0.append(request) }
      let isKept = send(answer(request), connection)
      if !isKept { break }
    }
    shutdown(connection, Int32(SHUT_WR))
    var rest = [UInt8](repeating: 0, count: 1024)
    while recv(connection, &rest, rest.count, 0) > 0 {}
  }

  /// Sends an answer. Returns whether the connection may be used again.
  private func send(_ answer: Answer, _ connection: Int32) -> Bool {
    switch answer {
    case .drop: return false
    case .raw(let data):
      send(data, connection)
      return false
    case .slow(let pieces, let pause):
      for piece in pieces {
        guard send(piece, connection) else { break }
        Thread.sleep(forTimeInterval: Double(pause.components.seconds) + Double(pause.components.attoseconds) / 1e18)
      }
      return false
    case .status(let status, let headers, let body):
      var text = "HTTP/1.1 \(status) X\r\n" + (keepsConnections ? "" : "Connection: close\r\n")
      if headers["Content-Length"] == nil, status != 304, status != 204 { text += "Content-Length: \(body.count)\r\n" }
      for (name, value) in headers { text += "\(name): \(value)\r\n" }
      return send(Data((text + "\r\n").utf8) + body, connection) && keepsConnections
    }
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

  /// The next request, after the bytes that arrived with the previous one.
  private func read(_ connection: Int32, _ bytes: inout Data) -> Request? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let end = Data("\r\n\r\n".utf8)
    while true {
      if let head = bytes.range(of: end) {
        guard var request = Request(String(decoding: bytes[..<head.lowerBound], as: UTF8.self)) else { return nil }
        let length = Int(request.headers["content-length"] ?? "") ?? 0
        if bytes.count - head.upperBound >= length {
          request.body = Data(bytes[head.upperBound...].prefix(length))
          bytes = Data(bytes[head.upperBound...].dropFirst(length))
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
