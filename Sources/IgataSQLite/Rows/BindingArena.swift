#if SQLite || canImport(SQLite3)

/// The memory of bound texts and blobs until their row is written.
///
/// SQLite would allocate memory for each copy of a bound text. The arena reuses its memory for every row.
final class BindingArena {
  private static let usualCapacity = 4096
  /// The maximum size of the memory that is kept between rows.
  private static let keptCapacity = 1 << 20

  private var chunk = UnsafeMutableRawPointer.allocate(byteCount: usualCapacity, alignment: 16)
  private var capacity = usualCapacity
  private var used = 0
  /// Chunks that were too small for the current row; texts in them are still bound.
  private var outgrown: [UnsafeMutableRawPointer] = []

  init() {}

  deinit {
    chunk.deallocate()
    for chunk in outgrown { chunk.deallocate() }
  }

  /// A copy whose address is valid until ``reset()``.
  func copy(_ bytes: UnsafeRawPointer?, count: Int) -> UnsafeMutableRawPointer {
    if count > capacity &- used { grow(toHold: count) }
    let start = chunk + used
    if let bytes, count > 0 { start.copyMemory(from: bytes, byteCount: count) }
    used &+= count
    return start
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
