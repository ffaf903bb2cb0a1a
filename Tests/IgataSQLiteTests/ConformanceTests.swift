import Foundation
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQLite
import IgataTesting
import TestSupport
import Testing

@Suite struct ConformanceTests {
  @Test func file() async throws {
    let folder = try Scratch()
    let failures = await BackendConformance.run { try SQLiteBackend(path: folder.path("\(UUID()).sqlite")) }
    #expect(failures.isEmpty, "\(failures.map(\.description).joined(separator: "\n"))")
  }

  @Test func inMemory() async throws {
    let failures = await BackendConformance.run { try SQLiteBackend.inMemory() }
    #expect(failures.isEmpty, "\(failures.map(\.description).joined(separator: "\n"))")
  }
}
