#if SQLite || canImport(SQLite3)

/// The memory of texts and blobs from the time that they are bound until their row is written.
///
/// SQLite's own copy of a bound text costs an allocation for each; here it costs the copying alone, as the memory is
/// kept from row to row.
final class BindingArena {
  private static let usualCapacity = 4096
  /// What stays allocated between rows at most.
  private static let keptCapacity = 1 << 20

  private var chunk = UnsafeMutableRawPointer.allocate(byteCount: usualCapacity, alignment: 16)
  private var capacity = usualCapacity
  private var used = 0
  /// Chunks that became too small while a row was bound; texts in them are still in use.
  private var outgrown: [UnsafeMutableRawPointer] = []

  init() {}

  deinit {
    chunk.deallocate()
    for chunk in outgrown { chunk.deallocate() }
  }

  /// A copy that stays where it is until ``reset()``.
  func copy(_ bytes: UnsafeRawPointer?, count: Int) -> UnsafeMutableRawPointer {
    if count > capacity &- used { grow(toHold: count) }
    let place = chunk + used
    if let bytes, count > 0 { place.copyMemory(from: bytes, byteCount: count) }
    used &+= count
    return place
  }

  func reset() {
    used = 0
    if !outgrown.isEmpty { releaseOutgrown() }
  }

  private func grow(toHold count: Int) {
    outgrown.append(chunk)
    capacity = max(capacity, count) * 2
    chunk = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    used = 0
  }

  private func releaseOutgrown() {
    for chunk in outgrown { chunk.deallocate() }
    outgrown.removeAll()
    guard capacity > Self.keptCapacity else { return }
    chunk.deallocate()
    capacity = Self.usualCapacity
    chunk = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
  }
}

#endif
