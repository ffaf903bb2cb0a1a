#if SQLite || canImport(SQLite3)
internal import IgataTables

typealias StorageClass = SQLiteDialect.StorageClass

extension ColumnType {
  /// What SQLite stores the values as.
  var storageClass: StorageClass { SQLiteDialect().storageClass(of: self) }
}

#endif
