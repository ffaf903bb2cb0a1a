extension Reference: ShownByDescription {
  /// The target's model and key, such as `Person(7)`, whether it is loaded or not, without a `@sensitive` key.
  public var description: String { box.keyText }
}

extension OwnedReference: ShownByDescription {
  /// The value's model and key, such as `Settings(7)`, without a `@sensitive` key; `nil` if there is no value.
  public var description: String { box?.keyText ?? "nil" }
}

extension LinkedReference: ShownByDescription {
  /// The target's model and key, such as `Person(7)`, without a `@sensitive` key; `nil` if it isn't loaded.
  public var description: String { loaded == nil ? "nil" : box?.keyText ?? "nil" }
}

extension ReferenceList: ShownByDescription {
  /// The members' models and keys, such as `[Tag(1), Tag(2)]`, without `@sensitive` keys.
  public var description: String { "[\(targets.map { Target.text(of: $0.primaryKey) }.joined(separator: ", "))]" }
}

extension ReferenceBox {
  fileprivate var keyText: String { Target.text(of: key) }
}

extension PersistableModel {
  /// The model and one of its keys, as messages show them.
  static func text(of key: PrimaryKey) -> String { "\(table.model)(\(table.keyText(key._keyValues)))" }
}
