/// The index methods of PostgreSQL that Igata knows.
///
/// A schema can name others, such as those of extensions, which PostgreSQL then has to know.
public enum IndexMethod: String, Hashable, Sendable, CaseIterable {
  case btree, hash, gist, gin, brin

  /// Whether an index finds the rows with a value: by `btree`, which an index without a method has, and by `hash`.
  ///
  /// - Parameter name: The method's name; `nil` for an index without one.
  public static func findsEqualValues(_ name: String?) -> Bool { name == nil || name == hash.rawValue }

  /// Whether an index has an order, in which a column can be descending.
  public var hasOrder: Bool { self == .btree }

  /// Whether an index can have several columns.
  public var hasSeveralColumns: Bool { self != .hash }

  /// Whether PostgreSQL can index values of the type without an extension.
  public func hasOperatorClass(for type: StorageKind) -> Bool {
    switch self {
    case .btree: type != .json && type != .list
    case .hash: true
    case .gist: false
    case .gin: type == .json || type == .list
    case .brin: type != .bool && type != .json && type != .list
    }
  }

  /// The extension that adds what ``hasOperatorClass(for:)`` lacks; `nil` if none does.
  public func extensionName(for type: StorageKind) -> String? {
    switch (self, type) {
    case (.gin, _): "btree_gin"
    case (.gist, .json), (.gist, .list): nil
    case (.gist, _): "btree_gist"
    default: nil
    }
  }
}
