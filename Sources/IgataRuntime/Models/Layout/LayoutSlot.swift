internal import Synchronization

/// Keeps the layout of a table's models, once it was found.
///
/// Not an `AtomicLazyReference`, whose every look takes longer than the reading of a row.
final class LayoutSlot: Sendable {
  /// The address of the layout, which is retained here; 0 before there is one.
  private let address = Atomic<UInt>(0)

  deinit { unmanaged?.release() }

  @inline(__always)
  var layout: ModelLayout? { unmanaged?.takeUnretainedValue() }

  /// Keeps the first one that comes.
  func keep(_ layout: ModelLayout) {
    let own = Unmanaged.passRetained(layout)
    let isFirst = address.compareExchange(
      expected: 0, desired: UInt(bitPattern: own.toOpaque()), ordering: .acquiringAndReleasing
    ).exchanged
    if !isFirst { own.release() }
  }

  @inline(__always)
  private var unmanaged: Unmanaged<ModelLayout>? {
    UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)).map { Unmanaged.fromOpaque($0) }
  }
}
