import Foundation
@_spi(Backend) import IgataRuntime
import IgataSQLite

/// The databases that operations begin with, made once and copied for each run.
struct RuntimeFiles: Sendable {
  private let folder: URL

  init(_ session: Session) async throws {
    folder = try session.folder("runtime")
    for start in RuntimeStart.allCases {
      let store = Store(try SQLiteBackend(path: folder.appendingPathComponent(start.rawValue).path))
      if start.isHousehold {
        try await HouseholdWork.fill(store, start)
      } else {
        try await LedgerWork.fill(store, isFilled: start == .filledLedger)
      }
    }
  }

  /// Puts a fresh copy where the operation's process looks for it.
  func prepare(_ operation: RuntimeOperation) throws {
    let work = folder.appendingPathComponent(Self.work).path
    for file in [work, work + "-wal", work + "-shm"] { try? FileManager.default.removeItem(atPath: file) }
    try FileManager.default.copyItem(
      atPath: folder.appendingPathComponent(operation.start.rawValue).path, toPath: work)
  }

  private static let work = "work.sqlite"

  /// Where a probe finds what was prepared for it.
  static func path() throws -> String {
    try Session(unit: .seconds).scratch.appendingPathComponent("runtime").appendingPathComponent(work).path
  }
}
