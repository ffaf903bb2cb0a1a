public import IgataDiagnostics
public import IgataTables

/// Everything the files of a run declare, with every name resolved and every rule of the language checked.
///
/// Declarations are in the order of their files (sorted by name) and, within a file, in source order. They refer to
/// each other by their index in these arrays. There is a schema for invalid input too, but code can be generated from
/// it only if no error was reported.
public struct Schema: Sendable {
  public var enums: [EnumType] = []
  public var newtypes: [Newtype] = []
  public var structs: [StructType] = []
  public var models: [Model] = []
  /// The names that no declaration has again: what `reserved` lists outside of declarations.
  public var reservedModels: [ReservedName] = []
  /// The references to declarations by name, in no particular order.
  public internal(set) var uses: [NameUse] = []
  /// The number of files in the run; ``Origin/file`` is less than this.
  public var fileCount: Int
  /// The rules by which tables and columns are named.
  public let names: NamingRules

  public init(fileCount: Int, names: NamingRules = NamingRules()) {
    self.fileCount = fileCount
    self.names = names
  }
}

/// The source location of a declaration, a field or a case, and its documentation.
public struct Origin: Hashable, Sendable {
  /// The range of the name.
  public var range: SourceRange
  /// The lines of the documentation, or an empty array.
  public var documentation: [String]

  public var file: Int { range.file }
}

/// `enum Name: Raw { … }`
public struct EnumType: Sendable {
  /// The allowed raw types: `String` and the integer types.
  package static let rawTypes = Scalar.allCases.filter { $0 == .string || $0.number == .whole }

  public enum RawValue: Hashable, Sendable {
    case string(String)
    case integer(Int64)
  }

  public struct Case: Sendable {
    public var name: String
    public var origin: Origin
    public var rawValue: RawValue
    /// Whether the case holds raw values that no other case has.
    public var isUnknown: Bool
    /// The reason, if the case is deprecated.
    public var deprecation: String?
    /// The cases whose rows hold this one from now on.
    public var renamedFrom: [FormerName] = []
  }

  public var name: String
  public var origin: Origin
  public var rawType: Scalar
  public var cases: [Case]
  public var deprecation: String?
  /// The names that no case of the enum has again.
  public var reservedNames: [ReservedName] = []
  /// The case that existing rows get.
  public var backfill: Backfill?
  /// The lint rules that `@allow` suppresses here.
  public var allowedRules: [String] = []

  /// The index of the case for unknown raw values, if there is one.
  public var unknownCase: Int? { cases.firstIndex(where: \.isUnknown) }
}

/// `type Name = Base attributes…`: a Swift type that wraps a scalar. `type Rate = Fixed(scale: 10_000)` is a newtype
/// based on ``Scalar/fixed(scale:)``.
public struct Newtype: Sendable {
  public var name: String
  public var origin: Origin
  public var base: Scalar
  public var constraints: ValueConstraints
  /// The user's own type that `@swift` names; `nil` if the type is generated.
  public var swiftType: SwiftTypeName?
  public var deprecation: String?
  /// The value that existing rows get.
  public var backfill: Backfill?
  /// The lint rules that `@allow` suppresses here.
  public var allowedRules: [String] = []
}

/// `struct Name { … }`: a value without identity, whose fields become columns of its owner.
public struct StructType: Sendable {
  public var name: String
  public var origin: Origin
  /// Values, lists of values and other structs; never relations.
  public var fields: [Field]
  public var deprecation: String?
  /// The names that no field of the struct has again.
  public var reservedNames: [ReservedName] = []
}
