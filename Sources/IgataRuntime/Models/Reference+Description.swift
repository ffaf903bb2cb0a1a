extension Reference: CustomStringConvertible, CustomReflectable {
  /// The target's model and key, such as `Person(7)`, whether it is loaded or not. A `@sensitive` key is left out.
  public var description: String { box.keyText }

  /// What `dump` and debuggers show: no more than ``description``, however long the chain of models is.
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

extension ReferenceList: CustomStringConvertible, CustomReflectable {
  /// The members' models and keys, such as `[Tag(1), Tag(2)]`. `@sensitive` keys are left out.
  public var description: String { "[\(targets.map { Target.text(of: $0.primaryKey) }.joined(separator: ", "))]" }

  /// What `dump` and debuggers show: no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

extension ReferenceBox {
  fileprivate var keyText: String { Target.text(of: key) }
}

extension PersistableModel {
  /// The model and a key of it, as messages show them.
  fileprivate static func text(of key: PrimaryKey) -> String { "\(table.model)(\(table.keyText(key._keyValues)))" }
}
