@_spi(Backend) internal import IgataRuntime
public import IgataTables

/// How stored values are read, as far as the catalog does not define it: columns of one type and different meanings
/// hold different values.
@_spi(Backend) public enum ColumnMeaning: Hashable {
  case whole
  case scaled(by: Int64)
  case floating
  case decimal
  case text
  case bytes
  case date
  case day
  case uuid
  case json
  indirect case list(ColumnMeaning)

  init(_ type: ColumnType) {
    switch type {
    case .scalar(let scalar) where scalar.number == .fixed: self = .scaled(by: scalar.scale)
    case .scalar(let scalar): self.init(scalar.storage)
    case .stringEnum: self = .text
    case .integerEnum: self = .whole
    case .list(let element): self = .list(ColumnMeaning(element))
    }
  }

  private init(_ storage: StorageKind) {
    switch storage {
    case .bool, .integer: self = .whole
    case .real: self = .floating
    case .decimal: self = .decimal
    case .text: self = .text
    case .data: self = .bytes
    case .date: self = .date
    case .day: self = .day
    case .uuid: self = .uuid
    case .json: self = .json
    case .list: self = .list(.text)
    }
  }

  /// How the values of a column are stored, for messages, in the words of the schema.
  public static func words(of column: ColumnDescription) -> String {
    if let form = column.form {
      let type = ColumnMeaning(column.type).words.prefix { $0 != "," }
      return "\(type.hasPrefix("numbers") ? "numbers" : type), stored as: \(form.text)"
    }
    return switch column.type {
    case .scalar(.bool): "Bool"
    case .stringEnum(_, false), .integerEnum(_, _, false): "the cases of an enum"
    default: ColumnMeaning(column.type).words
    }
  }

  var isList: Bool { if case .list = self { true } else { false } }

  /// The meaning, for messages, in the words of the schema.
  var words: String {
    switch self {
    case .whole: "whole numbers"
    case .scaled(let scale): "numbers kept as multiples of 1/\(scale)"
    case .floating: "floating-point numbers"
    case .decimal: "Decimal"
    case .text: "text"
    case .bytes: "Data"
    case .date: "Date, kept as microseconds since 1970"
    case .day: "Day, kept as yyyy-MM-dd"
    case .uuid: "UUID, kept as 16 bytes"
    case .json: "JSON"
    case .list(let element): "lists of \(element.words)"
    }
  }
}
