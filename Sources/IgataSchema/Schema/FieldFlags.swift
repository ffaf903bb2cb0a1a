/// The attributes without arguments of a field, and what its attributes make of it.
public struct FieldFlags: OptionSet, Hashable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  public static let unique = FieldFlags(rawValue: 1 << 0)
  public static let indexed = FieldFlags(rawValue: 1 << 1)
  public static let sensitive = FieldFlags(rawValue: 1 << 2)
  public static let updatedAt = FieldFlags(rawValue: 1 << 3)
  public static let version = FieldFlags(rawValue: 1 << 4)
  public static let linked = FieldFlags(rawValue: 1 << 5)
  public static let implied = FieldFlags(rawValue: 1 << 6)
  public static let readOnly = FieldFlags(rawValue: 1 << 7)

  /// Every flag with its name in the resolved schema, in the order in which they are printed.
  static let named: [(flag: FieldFlags, name: String)] = [
    (.unique, "unique"), (.indexed, "indexed"), (.sensitive, "sensitive"), (.updatedAt, "updatedAt"),
    (.version, "version"), (.implied, "implied"), (.readOnly, "readOnly"),
  ]
}

extension Field {
  /// Whether only a database has the value of a new model.
  public var isMadeByDatabase: Bool { isReadOnly || defaultValue?.isMadeByDatabase == true }
  public var isUnique: Bool { flags.contains(.unique) }
  public var isIndexed: Bool { flags.contains(.indexed) }
  public var isSensitive: Bool { flags.contains(.sensitive) }
  public var isUpdatedAt: Bool { flags.contains(.updatedAt) }
  public var isVersion: Bool { flags.contains(.version) }
  /// Whether a store only reads the value.
  public var isReadOnly: Bool { flags.contains(.readOnly) }
  /// Whether the field is a relation without columns of its own; see ``ForeignKey/isLinked``.
  public var isLinked: Bool { flags.contains(.linked) }
  /// Whether the field isn't in the source: a relation with `@references` or `@columns` has a column that no field has.
  public var isImplied: Bool { flags.contains(.implied) }
}
