import Foundation

/// A disk of a few kilobytes, in memory, which is gone with this value. Only root on Linux can have one.
final class SmallDisk {
  private let folder: String

  static let canBeMounted: Bool = (try? SmallDisk(kilobytes: 64)) != nil

  /// Nothing where it can't be mounted.
  init?(kilobytes: Int) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("igata-disk-\(UUID())").path
    #if os(Linux)
    guard geteuid() == 0 else { return nil }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    guard Self.run("mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", folder) else {
      try? FileManager.default.removeItem(atPath: folder)
      return nil
    }
    #else
    return nil
    #endif
  }

  func path(_ name: String) -> String { folder + "/" + name }

  deinit {
    // Lazily: connections to files there may be closed a little later.
    _ = Self.run("umount", "-l", folder)
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static func run(_ arguments: String...) -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
