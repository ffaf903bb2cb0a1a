#if PostgreSQL
import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Stands between a client and a real PostgreSQL server, and changes bytes of what the server says.
///
/// The connection's beginning, in which both sides agree on who they are, passes as it is, so that the changes reach
/// the answers to statements as well.
final class HostileServer: Sendable {
  /// The folder of the socket at which it listens.
  let folder: String

  private let listener: Int32
  private let server: String
  private let mutate: @Sendable ([UInt8], _ answer: Int) -> [UInt8]

  /// - Parameters:
  ///   - server: the path of the real server's socket.
  ///   - mutate: given some bytes of the server, and how many portions of bytes came before on the connection.
  init(server: String, mutate: @escaping @Sendable ([UInt8], _ answer: Int) -> [UInt8]) throws {
    self.server = server
    self.mutate = mutate
    folder = "/tmp/igata-hostile-\(UInt32.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    listener = Self.makeSocket()
    let isBound = Self.withAddress(folder + "/.s.PGSQL.5432") { [listener] in bind(listener, $0, $1) } == 0
    guard isBound, listen(listener, 16) == 0 else { throw POSIXError(.EADDRINUSE) }
    Thread.detachNewThread { [weak self, listener] in
      while true {
        let client = accept(listener, nil, nil)
        if client < 0 { break }
        self?.serve(client)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func serve(_ client: Int32) {
    let upstream = Self.makeSocket()
    guard Self.withAddress(server, { connect(upstream, $0, $1) }) == 0 else {
      close(client)
      return
    }
    let mutate = mutate
    // The one that ends last closes both, so that no number is closed twice.
    let ended = Mutex(0)
    let pumps: [(Int32, Int32, @Sendable ([UInt8], Int) -> [UInt8])] = [
      (client, upstream, { bytes, _ in bytes }), (upstream, client, mutate),
    ]
    for (from, to, change) in pumps {
      Thread.detachNewThread {
        Self.pump(from: from, to: to, change)
        shutdown(from, Int32(SHUT_RDWR))
        shutdown(to, Int32(SHUT_RDWR))
        let isLast = ended.withLock { count in
          count += 1
          return count == 2
        }
        if isLast {
          close(from)
          close(to)
        }
      }
    }
  }

  private static func pump(from: Int32, to: Int32, _ change: ([UInt8], Int) -> [UInt8]) {
    var portion = [UInt8](repeating: 0, count: 65_536)
    for number in 0... {
      let count = read(from, &portion, portion.count)
      if count <= 0 { return }
      let bytes = change(Array(portion.prefix(count)), number)
      var sent = 0
      while sent < bytes.count {
        let written = bytes[sent...].withUnsafeBytes { send(to, $0.baseAddress, $0.count, noSignal) }
        if written <= 0 { return }
        sent += written
      }
    }
  }

  #if canImport(Glibc)
  private static let noSignal = Int32(MSG_NOSIGNAL)
  #else
  private static let noSignal: Int32 = 0
  #endif

  private static func makeSocket() -> Int32 {
    #if canImport(Glibc)
    socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
    socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
  }

  private static func withAddress<Result>(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
#endif
