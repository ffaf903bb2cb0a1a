#if PostgreSQL
import IgataRuntime
import IgataTesting
import Testing

@testable import IgataPostgreSQL

@Suite(.enabled(if: TestServer.isThere)) struct ConformanceTests {
  @Test func server() async throws {
    let names = TestServer.environment("IGATA_CHECKS").map { Set($0.split(separator: ",").map { String($0) }) }
    let failures = await BackendConformance.run(only: names) { try await TestServer.backend() }
    #expect(failures.isEmpty, "\(failures.map(\.description).joined(separator: "\n"))")
  }
}
#endif
