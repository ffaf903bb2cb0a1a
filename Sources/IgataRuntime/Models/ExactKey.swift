/// A key as a store tells it from others: two texts are one key only where their bytes are the same, whereas `String`
/// takes all ways to write a character for equal.
struct ExactKey<Key: PersistableKey>: Hashable {
  let key: Key

  init(_ key: Key) { self.key = key }

  static func == (left: ExactKey, right: ExactKey) -> Bool {
    left.key == right.key && (Key._isExact || left.key._keyValues == right.key._keyValues)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
