/// A key, compared as a store compares it: two texts are the same key only if their bytes are equal, while `String`
/// considers canonically equivalent texts equal.
struct ExactKey<Key: PersistableKey>: Hashable {
  let key: Key

  init(_ key: Key) { self.key = key }

  static func == (left: ExactKey, right: ExactKey) -> Bool {
    left.key == right.key && (Key._isExact || left.key._keyValues == right.key._keyValues)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
