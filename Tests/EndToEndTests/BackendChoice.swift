import Foundation
import IgataRuntime
import IgataSQLite

/// The backends on which every scenario runs.
enum BackendChoice: CaseIterable {
  case memory, sqliteInMemory, sqliteFile

  func make() throws -> any Backend {
    switch self {
    case .memory: MemoryBackend()
    case .sqliteInMemory: try SQLiteBackend.inMemory()
    case .sqliteFile: try SQLiteBackend(path: temporaryFile())
    }
  }

  private func temporaryFile() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("igata-\(UUID().uuidString).sqlite").path
  }
}
