@_spi(Backend) import IgataRuntime
import RuntimeModels
import Testing

/// Models that their program gives up are changed to what a save returns; others are as they were.
@Test func modelsThatAreGivenUpAreNotCopied() async throws {
  let store = Store(MemoryBackend())
  try await store.prepare(HouseholdSchema.self)
  var tags = (0..<100).map { Tag(name: "\($0)") }
  let address = tags.withUnsafeBufferPointer { $0.baseAddress.map { UInt(bitPattern: $0) } }
  tags = try await store.insert(consume tags)
  #expect(tags.withUnsafeBufferPointer { $0.baseAddress.map { UInt(bitPattern: $0) } } == address)
  #expect(tags.allSatisfy { "\($0._origin)" == "stored" })
  let kept = [Tag(name: "kept")]
  let saved = try await store.save(kept)
  #expect(kept.map { "\($0._origin)" } == ["new"])
  #expect(saved.map { "\($0._origin)" } == ["stored"])
}
