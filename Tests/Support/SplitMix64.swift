/// SplitMix64, from "Fast splittable pseudorandom number generators" (Steele, Lea, Flood; 2014): the same numbers from
/// the same seed, on every machine and in every version of Swift.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to the bound, and 0 if the bound is not positive.
  public mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }

  /// Whether an event of this probability happens.
  public mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// An element of an array that is not empty.
  public mutating func element<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
