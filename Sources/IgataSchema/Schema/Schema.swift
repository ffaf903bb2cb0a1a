public import IgataDiagnostics
public import IgataTables

/// Everything the files of a run declare, with every name resolved and every rule of the language checked.
///
/// Declarations stand in the order of their files (sorted by name) and, within a file, of the source. They refer to
/// each other by their index in these arrays. A schema exists for broken input too, as far as it goes; it may be
/// generated from only where no error was reported.
public struct Schema: Sendable {
  public var enums: [EnumType] = []
  public var newtypes: [Newtype] = []
  public var structs: [StructType] = []
  public var models: [Model] = []
  /// How many files the run has; ``Origin/file`` is an index below it.
  public var fileCount: Int

  public init(fileCount: Int) { self.fileCount = fileCount }
}

/// Where a declaration, a field or a case comes from, and what its author wrote above it.
public struct Origin: Hashable, Sendable {
  /// The place of the name.
  public var range: SourceRange
  /// The documentation, one entry for each line, or nothing.
  public var documentation: [String]

  public var file: Int { range.file }

  public init(range: SourceRange, documentation: [String]) {
    self.range = range
    self.documentation = documentation
  }
}

/// `enum Name: Raw { … }`
public struct EnumType: Sendable {
  /// The scalars that raw values may be of: `String` and the whole numbers.
  static let rawTypes = Scalar.allCases.filter { $0 == .string || $0.number == .whole }

  public enum RawValue: Hashable, Sendable {
    case string(String)
    case integer(Int64)
  }

  public struct Case: Sendable {
    public var name: String
    public var origin: Origin
    public var rawValue: RawValue
    /// Whether raw values that no case has are read as this one.
    public var isUnknown: Bool
    /// The reason, where the case is deprecated.
    public var deprecation: String?

    public init(name: String, origin: Origin, rawValue: RawValue, isUnknown: Bool, deprecation: String? = nil) {
      self.name = name
      self.origin = origin
      self.rawValue = rawValue
      self.isUnknown = isUnknown
      self.deprecation = deprecation
    }
  }

  public var name: String
  public var origin: Origin
  public var rawType: Scalar
  public var cases: [Case]
  public var deprecation: String?

  public init(name: String, origin: Origin, rawType: Scalar, cases: [Case], deprecation: String? = nil) {
    self.name = name
    self.origin = origin
    self.rawType = rawType
    self.cases = cases
    self.deprecation = deprecation
  }
}

/// `type Name = Base attributes…`: a Swift type of its own around a scalar. `type Rate = Fixed(scale: 10_000)` is a
/// newtype around ``Scalar/fixed(scale:)``.
public struct Newtype: Sendable {
  public var name: String
  public var origin: Origin
  public var base: Scalar
  public var constraints: ValueConstraints
  public var deprecation: String?

  public init(
    name: String, origin: Origin, base: Scalar, constraints: ValueConstraints, deprecation: String? = nil
  ) {
    self.name = name
    self.origin = origin
    self.base = base
    self.constraints = constraints
    self.deprecation = deprecation
  }
}

/// `struct Name { … }`: a value without identity, whose fields become columns of its owner.
public struct StructType: Sendable {
  public var name: String
  public var origin: Origin
  /// Values, lists of values and other structs; never relations.
  public var fields: [Field]
  public var deprecation: String?

  public init(name: String, origin: Origin, fields: [Field], deprecation: String? = nil) {
    self.name = name
    self.origin = origin
    self.fields = fields
    self.deprecation = deprecation
  }
}
