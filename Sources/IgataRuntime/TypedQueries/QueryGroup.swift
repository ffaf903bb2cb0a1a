/// The key of a group of rows, and their aggregated value.
public struct QueryGroup<Key: Storable, Value: Sendable & Hashable>: Sendable, Hashable {
  /// The value that the rows have in common.
  public var key: Key
  /// The aggregated value.
  public var value: Value
  /// Which of them come from `@sensitive` fields.
  let sensitive: SensitiveParts

  /// A group with a key and an aggregated value.
  public init(key: Key, value: Value) { self.init(key: key, value: value, sensitive: SensitiveParts()) }

  init(key: Key, value: Value, sensitive: SensitiveParts) {
    self.key = key
    self.value = value
    self.sensitive = sensitive
  }
}

/// Which parts of a ``QueryGroup`` come from `@sensitive` fields. It makes no difference to whether groups are equal.
struct SensitiveParts: Sendable, Hashable {
  var isKey = false
  var isValue = false

  static func == (left: SensitiveParts, right: SensitiveParts) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

extension QueryGroup: CustomStringConvertible, CustomReflectable {
  /// The key and the value, with `…` for those of `@sensitive` fields.
  public var description: String {
    func text(_ part: Any, _ isHidden: Bool) -> String { isHidden ? "…" : String(reflecting: part) }
    return "QueryGroup(key: \(text(key, sensitive.isKey)), value: \(text(value, sensitive.isValue)))"
  }

  /// What `dump` and debuggers show: the key and the value, with `…` for those of `@sensitive` fields.
  public var customMirror: Mirror {
    let parts: KeyValuePairs<String, Any> = [
      "key": sensitive.isKey ? "…" : key, "value": sensitive.isValue ? "…" : value,
    ]
    return Mirror(self, children: parts, displayStyle: .struct)
  }
}
