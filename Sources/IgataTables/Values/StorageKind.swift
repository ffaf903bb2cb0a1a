/// How the values of a column are stored, in terms that all databases share.
///
/// Many types have the same one. Code that depends on nothing else switches over it, and needs no change for a new
/// scalar.
public enum StorageKind: Sendable {
  case bool, integer, real, decimal, text, data, date, day, uuid, json, list

  /// The scalar that holds every value that is stored so; `nil` for a list.
  public var widestScalar: Scalar? {
    switch self {
    case .bool: .bool
    case .integer: .int64
    case .real: .double
    case .decimal: .decimal()
    case .text: .string
    case .data: .data
    case .date: .date
    case .day: .day
    case .uuid: .uuid
    case .json: .json
    case .list: nil
    }
  }
}
