public import IgataTables

/// A function that a script calls and that the program gives: `@backfill(swift: "firstName({name})")`.
public struct SwiftFunction: Hashable, Sendable {
  /// The type of a parameter or of the result, as the column stores it: a number of units for a fixed-point number, the
  /// raw value for an enum.
  public struct ValueType: Hashable, Sendable {
    public let scalar: Scalar
    public let isOptional: Bool

    var text: String { scalar.name + (isOptional ? "?" : "") }
  }

  public let name: String
  public let parameters: [ValueType]
  public let result: ValueType

  /// The types: `(String, Int64?) -> String`.
  var types: String { "(\(parameters.map(\.text).joined(separator: ", "))) -> \(result.text)" }

  /// The name in the script.
  var sqlName: String { Self.sqlName(name) }

  static func sqlName(_ name: String) -> String { "igata_swift_\(name)" }
}

extension SwiftFunction.ValueType {
  /// `nil` for a list.
  init?(_ column: ColumnDescription) {
    switch column.type {
    case .scalar(.fixed), .scalar(.currency): scalar = .int64
    case .scalar(.decimal): scalar = .decimal()
    case .scalar(let scalar): self.scalar = scalar
    case .stringEnum: scalar = .string
    case .integerEnum(_, let width, _): scalar = width
    case .list: return nil
    }
    isOptional = column.isNullable
  }
}

extension [SwiftFunction] {
  /// The functions of several versions, each once, in the order of their first calls.
  public init(of versions: [RunnableVersion]) {
    var names: Set<String> = []
    self = versions.flatMap { $0.script.functions }.filter { names.insert($0.name).inserted }
  }
}
