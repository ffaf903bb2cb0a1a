internal import Synchronization

/// Where a model comes from, in eight bytes: it is new, it stands for a key, or a store has read or saved it.
///
/// Copies of a model have its origin. A save uses it to find out what it has to write: a relation refers to a model
/// that is stored, and brings one along that is new. It takes no part in comparisons, hashes, dictionaries and coding.
public struct ModelOrigin: Hashable, Sendable {
  /// 0 if only the key is known. Otherwise the highest bit is set if the model is stored, and the rest is a number in
  /// this process: that of a new model, or that of the store in 24 bits and that of the read or save in 39 bits.
  private let bits: UInt64

  private static let storedBit: UInt64 = 1 << 63
  private static let batchBits: UInt64 = 39

  private static let newModels = Atomic<UInt64>(0)
  private static let batches = Atomic<UInt64>(0)

  /// The origin of a new model, which differs from that of every other model of this process.
  public init() { bits = Self.newModels.wrappingAdd(1, ordering: .relaxed).newValue & ~Self.storedBit }

  private init(bits: UInt64) { self.bits = bits }

  /// The origin of a model of which only the key is known; its other values are blank.
  static let keyOnly = ModelOrigin(bits: 0)

  /// The origin of the models of one read, or of one save. The number is that of the store's identity.
  static func batch(ofStore number: UInt32) -> ModelOrigin {
    let batch = batches.wrappingAdd(1, ordering: .relaxed).newValue & ((1 << batchBits) - 1)
    return ModelOrigin(bits: storedBit | UInt64(number) << batchBits | batch)
  }

  /// Whether the model was made by the program, and no store has saved it.
  var isNew: Bool { bits != 0 && bits < Self.storedBit }

  /// Whether only the model's key is known.
  var isKeyOnly: Bool { bits == 0 }

  /// Whether the model was read from the store with this number, or saved to it.
  func isStored(inStore number: UInt32) -> Bool {
    bits >> Self.batchBits == (Self.storedBit >> Self.batchBits) | UInt64(number)
  }
}

extension ModelOrigin: ShownByDescription {
  /// `new`, `key only` or `stored`.
  public var description: String { bits == 0 ? "key only" : bits < Self.storedBit ? "new" : "stored" }
}

// Called by generated code.
extension ModelOrigin {
  /// Makes the model new if its key was changed.
  public mutating func keyDidChange<Key: PersistableKey>(from old: Key, to new: Key) {
    if StoredKey(old) != StoredKey(new) { self = ModelOrigin() }
  }

  /// Makes the model new if the key of a relation was changed that its own key consists of.
  public mutating func keyDidChange<Target>(from old: Reference<Target>, to new: Reference<Target>) {
    keyDidChange(from: old.key, to: new.key)
  }
}
