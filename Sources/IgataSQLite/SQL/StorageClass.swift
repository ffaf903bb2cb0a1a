#if SQLite || canImport(SQLite3)
internal import IgataTables

typealias StorageClass = SQLiteDialect.StorageClass

extension ColumnType {
  /// The storage class of the values.
  var storageClass: StorageClass { SQLiteDialect().storageClass(of: self) }
}

#endif
