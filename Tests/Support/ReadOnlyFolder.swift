import Foundation

/// A folder whose files can be read and not written, whoever asks.
///
/// To root, who may write to any folder, it is a disk that is mounted for reading alone.
public final class ReadOnlyFolder {
  private let scratch: Scratch
  private let disk: SmallDisk?

  /// Whether such a folder can be made here.
  public static let canBeMade: Bool = geteuid() != 0 || SmallDisk.canBeMounted

  /// - Parameter fill: Puts the files into the folder of the path.
  public init(_ fill: (String) throws -> Void) throws {
    scratch = try Scratch()
    disk = try SmallDisk(kilobytes: 16_384)
    try fill((disk?.folder ?? scratch.folder).path)
    if let disk { try disk.makeReadOnly() } else { try Self.set(0o555, of: scratch) }
  }

  deinit { if disk == nil { try? Self.set(0o755, of: scratch) } }

  public var folder: URL { disk?.folder ?? scratch.folder }

  public func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }

  /// All files below it, hidden ones included.
  public func files() -> [String] {
    (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []).sorted()
  }

  private static func set(_ mode: Int, of scratch: Scratch) throws {
    for name in [""] + scratch.files() {
      var isFolder: ObjCBool = false
      let path = scratch.path(name)
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
      try FileManager.default.setAttributes(
        [.posixPermissions: isFolder.boolValue ? mode : mode & 0o666], ofItemAtPath: path)
    }
  }
}
