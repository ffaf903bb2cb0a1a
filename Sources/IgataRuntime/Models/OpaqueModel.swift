/// Represents the model of a table that has no model in this program; see ``RelationDescription/init(_:_:table:)``.
struct OpaqueModel: PersistableModel, Identifiable {
  struct Columns: ModelColumns {
    let _path: RelationPath

    init(_path path: RelationPath) { _path = path }
  }

  let id: Int64
  var _origin: ModelOrigin

  init(row: inout RowReader) {
    id = row.int64(0)
    _origin = row.origin
  }

  func write(to row: inout RowWriter) { row.int64(0, id) }

  static let table = TableDescription("table OpaqueModel uncoded\ncolumn id int64\nkey id")
}

@_spi(Backend) extension RelationDescription {
  /// The model at the other end.
  public func target() -> any PersistableModel.Type { model?() as? any PersistableModel.Type ?? OpaqueModel.self }
}
