import Foundation

/// A disk of a few kilobytes, in memory, which is gone with this value. Only root on Linux can have one.
public final class SmallDisk {
  private let scratch: Scratch

  public static let canBeMounted: Bool = (try? SmallDisk(kilobytes: 64)) != nil

  /// Nothing where it can't be mounted.
  public init?(kilobytes: Int) throws {
    scratch = try Scratch()
    #if os(Linux)
    guard geteuid() == 0, Self.run("mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", scratch.folder.path)
    else { return nil }
    #else
    return nil
    #endif
  }

  public var folder: URL { scratch.folder }

  public func path(_ name: String) -> String { scratch.path(name) }

  /// Allows nobody to write to it any more.
  public func makeReadOnly() throws {
    guard Self.run("mount", "-o", "remount,ro", scratch.folder.path) else { throw POSIXError(.EBUSY) }
  }

  // Lazily: connections to files there may be closed a little later.
  deinit { _ = Self.run("umount", "-l", scratch.folder.path) }

  private static func run(_ arguments: String...) -> Bool {
    (try? Program(system: arguments[0], Array(arguments.dropFirst())).run().status) == 0
  }
}
