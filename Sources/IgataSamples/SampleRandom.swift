internal import IgataRuntime

/// SplitMix64: the same numbers from the same seed on every machine and in every version of Swift.
struct SampleRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The random numbers for one row of a model.
  init(seed: UInt64, model: String, ordinal: Int64) {
    var hash = StableHash()
    hash.combine(model.utf8)
    var mixer = SampleRandom(seed: seed ^ hash.value)
    state = mixer.next() &+ UInt64(bitPattern: ordinal) &* 0xD1B5_4A32_D192_ED03
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }

  /// A number in the range. All are equally likely, up to the bias of 64 bits.
  mutating func integer(in range: ClosedRange<Int64>) -> Int64 {
    let width = UInt64(bitPattern: range.upperBound &- range.lowerBound)
    let offset = width == .max ? next() : next() % (width + 1)
    return range.lowerBound &+ Int64(bitPattern: offset)
  }

  mutating func index(below count: Int) -> Int {
    count <= 1 ? 0 : Int(truncatingIfNeeded: next() % UInt64(count))
  }

  mutating func element<Element>(of elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[index(below: elements.count)]
  }

  /// `true` with a probability of 1 in `count`.
  mutating func isOnce(in count: Int) -> Bool { index(below: count) == 0 }

  /// A number from 0 up to, but not including, 1.
  mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53 as UInt64) }
}
