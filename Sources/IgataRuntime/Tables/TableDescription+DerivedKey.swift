internal import Foundation
internal import IgataTables

extension TableDescription {
  /// The key of the row of a wrapper, whose owner has the values of `row` in its columns. `nil` if the wrapper's key
  /// isn't a UUID, or the text of one, that is generated.
  package func derivedKey(of wrapper: RelationDescription, in row: [StoredValue]) -> StoredValue? {
    let target = wrapper.targetTable()
    guard target.primaryKey.count == 1 else { return nil }
    let key = target.columns[target.primaryKey[0]]
    guard key.defaultValue == .uuid || key.defaultValue == .uuid7 else { return nil }
    return UUID.derived(from: primaryKey.map { row[$0] }, for: "\(model).\(wrapper.name)").keyValue(key.type)
  }
}

extension UUID {
  /// The value in a column whose values are UUIDs or their texts, which are in lowercase as RFC 9562 wants it.
  func keyValue(_ type: ColumnType) -> StoredValue {
    type.storage == .text ? .text(uuidString.lowercased()) : .uuid(self)
  }
}
