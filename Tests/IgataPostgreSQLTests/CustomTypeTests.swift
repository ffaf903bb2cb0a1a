#if PostgreSQL
import CustomModels
@_spi(Backend) import IgataRuntime
import Testing

@Suite(.enabled(if: TestServer.isThere)) struct CustomTypeTests {
  /// Columns whose Swift types are the program's own are stored, found and refused as by the other backends.
  @Test func typesOfTheProgramAreStored() async throws {
    let store = Store(try await TestServer.backend())
    try await store.prepare(PaletteSchema.self)
    let answers = try await PaletteScenario.answers(of: store)
    #expect(answers == PaletteScenario.expected)
  }
}
#endif
