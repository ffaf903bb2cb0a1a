#if PostgreSQL
@_spi(Backend) import IgataRuntime
import IgataTesting
import Testing

@_spi(Backend) @testable import IgataPostgreSQL

@Suite(.enabled(if: TestServer.isThere)) struct ConformanceTests {
  @Test func server() async throws {
    let names = TestServer.environment("IGATA_CHECKS").map { Set($0.split(separator: ",").map { String($0) }) }
    let failures = await BackendConformance.run(only: names) { try await TestServer.backend() }
    #expect(failures.isEmpty, "\(failures.map(\.description).joined(separator: "\n"))")
  }
}
#endif
