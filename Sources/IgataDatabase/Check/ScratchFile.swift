#if SQLite || canImport(SQLite3)
import Foundation
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQLite

/// A SQLite file in the temporary folder.
struct ScratchFile: ScratchDatabase {
  private static let endings = ["", "-wal", "-shm", "-journal"]

  let address: String

  init() { address = NSTemporaryDirectory() + "igata-check-\(UUID().uuidString).sqlite" }

  /// - Throws: If there is no such file.
  init(copying original: String) throws(DatabaseFault) {
    self.init()
    let files = FileManager.default
    guard files.fileExists(atPath: original) else {
      throw DatabaseFault(.database, "there is no file '\(original)'", help: "use the path of a SQLite database")
    }
    // The log has what was not moved into the file yet.
    for ending in ["", "-wal"] where files.fileExists(atPath: original + ending) {
      do {
        try files.copyItem(atPath: original + ending, toPath: address + ending)
      } catch {
        remove()
        throw DatabaseFault(.database, "'\(original)' can't be copied: \(error)", help: "let it be readable")
      }
    }
  }

  func open() throws -> any InspectableBackend { try SQLiteBackend(path: address) }

  /// The system has released its locks.
  func waitForKilled() {}

  func remove() { for ending in Self.endings { try? FileManager.default.removeItem(atPath: address + ending) } }
}

#endif
