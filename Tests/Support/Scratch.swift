import Foundation

/// A folder for one test, which goes away with the value.
public final class Scratch: Sendable {
  public let folder: URL

  public init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "igata-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  public func url(_ name: String) -> URL { folder.appending(path: name) }

  public func path(_ name: String) -> String { url(name).path(percentEncoded: false) }

  /// Writes a file, and makes the folders above it.
  public func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
    try FileManager.default.createDirectory(
      at: url(name).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url(name))
  }

  public func write(_ text: String, to name: String) throws { try write(text.utf8, to: name) }

  public func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: url(name))) }

  public func read(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

  /// All files and folders below it, hidden ones included.
  public func files() -> [String] {
    let all = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return all.sorted()
  }

  /// The files below one of its folders, with what is in them.
  public func contents(of name: String) -> [String: Data] {
    let names = FileManager.default.enumerator(atPath: path(name))?.compactMap { $0 as? String } ?? []
    return names.reduce(into: [:]) { found, file in found[file] = try? Data(contentsOf: url("\(name)/\(file)")) }
  }
}

/// Calls a closure with the path of a folder for it alone, which is removed afterwards.
public func withFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
  let scratch = try Scratch()
  defer { withExtendedLifetime(scratch) {} }
  return try await body(scratch.folder.path(percentEncoded: false))
}
