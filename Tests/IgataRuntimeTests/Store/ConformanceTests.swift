import IgataRuntime
import IgataTesting
import Testing

@Test(arguments: BackendConformance.checks)
func memoryConforms(check: String) async {
  let failures = await BackendConformance.run(only: [check]) { MemoryBackend() }
  #expect(failures.isEmpty, "\(failures.map(\.description).joined(separator: "\n"))")
}
