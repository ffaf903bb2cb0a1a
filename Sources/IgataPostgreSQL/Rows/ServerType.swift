#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
internal import IgataTables

/// A type of the server in which values are sent and received. The raw value is its OID.
enum ServerType: UInt32 {
  case bool = 16
  case bytes = 17
  case int64 = 20
  case int16 = 21
  case int32 = 23
  case text = 25
  case float = 700
  case double = 701
  case date = 1184
  case localDate = 1114
  case day = 1082
  case decimal = 1700
  case uuid = 2950
  case json = 3802
  case boolList = 1000
  case bytesList = 1001
  case int16List = 1005
  case int32List = 1007
  case textList = 1009
  case int64List = 1016
  case floatList = 1021
  case doubleList = 1022
  case dateList = 1185
  case localDateList = 1115
  case dayList = 1182
  case decimalList = 1231
  case uuidList = 2951
  case jsonList = 3807

  /// The array type with elements of this type; for an array type, itself.
  var list: ServerType {
    switch self {
    case .bool, .boolList: .boolList
    case .bytes, .bytesList: .bytesList
    case .int16, .int16List: .int16List
    case .int32, .int32List: .int32List
    case .int64, .int64List: .int64List
    case .text, .textList: .textList
    case .float, .floatList: .floatList
    case .double, .doubleList: .doubleList
    case .date, .dateList: .dateList
    case .localDate, .localDateList: .localDateList
    case .day, .dayList: .dayList
    case .decimal, .decimalList: .decimalList
    case .uuid, .uuidList: .uuidList
    case .json, .jsonList: .jsonList
    }
  }

  /// The name of the type in SQL.
  var name: String {
    switch self {
    case .bool: "boolean"
    case .bytes: "bytea"
    case .int16: "smallint"
    case .int32: "integer"
    case .int64: "bigint"
    case .text: "text"
    case .float: "real"
    case .double: "double precision"
    case .date: "timestamptz"
    case .localDate: "timestamp"
    case .day: "date"
    case .decimal: "numeric"
    case .uuid: "uuid"
    case .json: "jsonb"
    case .boolList: "boolean[]"
    case .bytesList: "bytea[]"
    case .int16List: "smallint[]"
    case .int32List: "integer[]"
    case .int64List: "bigint[]"
    case .textList: "text[]"
    case .floatList: "real[]"
    case .doubleList: "double precision[]"
    case .dateList: "timestamptz[]"
    case .localDateList: "timestamp[]"
    case .dayList: "date[]"
    case .decimalList: "numeric[]"
    case .uuidList: "uuid[]"
    case .jsonList: "jsonb[]"
    }
  }
}

extension ColumnType {
  /// The type in which the column's values are sent and received.
  var serverType: ServerType {
    if case .list(let element) = self { return element.serverType.list }
    return switch PostgreSQLDialect().valueType(of: self) {
    case .bool: .bool
    case .int16: .int16
    case .int32: .int32
    case .int64: .int64
    case .float: .float
    case .double: .double
    case .decimal: .decimal
    case .text: .text
    case .bytes: .bytes
    case .date: .date
    case .day: .day
    case .uuid: .uuid
    case .json: .json
    }
  }
}

#endif
