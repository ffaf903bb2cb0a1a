import Foundation

/// The files that this process has open, as the system tells.
public enum OpenFiles {
  #if os(Linux)
  /// Those whose path begins so.
  public static func below(_ path: String) -> [String] {
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return descriptors.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
      .filter { $0.hasPrefix(path) }
  }
  #endif
}
