import RuntimeModels
import Testing

@_spi(Backend) @testable import IgataRuntime

@Suite struct ScopeTests {
  private let scope = SessionScope(settings: ["app.tenant": "secret", "role": "guest"])

  @Test func backendsWithoutSettings() {
    let error = #expect(throws: StoreError.self) { try Store(MemoryBackend()).scoped(to: scope) }
    guard case .unsupportedQuery("SessionScope(app.tenant, role)", _)? = error else { return #expect(Bool(false)) }
  }

  /// The values are of one user.
  @Test func descriptions() {
    var dumped = ""
    dump(scope, to: &dumped)
    #expect(!"\(scope) \(dumped) \(String(reflecting: scope))".contains("secret"))
    #expect("\(scope)" == "SessionScope(app.tenant, role)")
  }

  @Test func merging() {
    #expect(scope.merging(nil) == scope)
    let merged = scope.merging(SessionScope(settings: ["role": "admin", "x.y": "z"]))
    #expect(merged.settings == ["app.tenant": "secret", "role": "admin", "x.y": "z"])
  }
}
