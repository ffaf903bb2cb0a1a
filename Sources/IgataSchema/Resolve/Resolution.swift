import IgataDiagnostics
import IgataSyntax

/// A schema under way: what the stages have made so far, what they read it from, and what they found wrong.
struct Resolution {
  let options: ResolveOptions
  var schema: Schema
  var diagnostics: [Diagnostic] = []

  /// What each name of a type means: the first declaration of it.
  var symbols: [String: Symbol]
  /// The names of ``symbols`` in the order of their declaration, as proposals draw from them.
  var typeNames: [String]

  // Parallel to the schema's arrays of the same kind.
  var enumSyntaxes: [EnumSyntax] = []
  var caseIndexes: [[String: Int]] = []
  var newtypeSyntaxes: [TypeSyntax] = []
  var structs: [OwnerDraft] = []
  var models: [OwnerDraft] = []
  /// The key of each model, or nothing where it is broken.
  var keys: [[KeyColumn]?] = []

  /// The fields of each model's key, or nothing where it is broken.
  var keyFields: [[Int]?] = []
  /// The columns of each struct; nothing where it is cyclic or too deep.
  var structSizes: [StructSize?] = []
  /// The relations that are part of a cycle.
  var cycleSteps: Set<Graph.Step> = []
  /// The structs, each behind those that it holds.
  var structOrder: [Int] = []

  /// Where the parser found errors: sorted offsets for each file.
  private let syntaxErrors: [Int: [Int]]

  /// How many more names may be looked through for proposals, so that a file full of wrong names takes linear time.
  private var proposalBudget = 200_000

  init(options: ResolveOptions, fileCount: Int, syntaxErrors: [Diagnostic]) {
    self.options = options
    schema = Schema(fileCount: fileCount)
    self.syntaxErrors = Dictionary(grouping: syntaxErrors.map(\.range), by: \.file)
      .mapValues { $0.map(\.start).sorted() }
    typeNames = BuiltInType.allCases.map(\.rawValue)
    symbols = Dictionary(uniqueKeysWithValues: BuiltInType.allCases.map { ($0.rawValue, .builtIn($0)) })
  }

  mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// Reports that a declaration lacks something, unless the parser could not read all of it: then what is missing may
  /// stand there.
  mutating func reportMissing(_ diagnostic: Diagnostic, from declaration: SourceRange) {
    let errors = syntaxErrors[declaration.file] ?? []
    var (low, high) = (0, errors.count)
    while low < high {
      let middle = (low + high) / 2
      if errors[middle] < declaration.start { low = middle + 1 } else { high = middle }
    }
    if low < errors.count, errors[low] <= declaration.end { return }
    report(diagnostic)
  }

  /// The name that was most likely meant.
  mutating func proposal(for name: String, among candidates: some Collection<String>) -> String? {
    guard candidates.count <= proposalBudget, name.utf8.count <= 200 else { return nil }
    proposalBudget -= candidates.count
    return nearest(name, in: candidates)
  }
}

/// What the name of a type means.
enum Symbol {
  case builtIn(BuiltInType)
  /// Indexes into the schema's arrays.
  case enumeration(Int)
  case newtype(Int)
  case structure(Int)
  case model(Int)
  /// A newtype whose base is wrong, which has been reported.
  case broken
}

/// The names of the types that the language brings along.
enum BuiltInType: String, CaseIterable {
  case bool = "Bool"
  case int16 = "Int16"
  case int32 = "Int32"
  case int64 = "Int64"
  case int = "Int"
  case float = "Float"
  case double = "Double"
  case decimal = "Decimal"
  case currency = "Currency"
  case fixed = "Fixed"
  case string = "String"
  case data = "Data"
  case date = "Date"
  case uuid = "UUID"
  case url = "URL"
  case json = "JSON"

  /// The scalar, for the types that take no arguments.
  var scalar: Scalar? {
    switch self {
    case .bool: .bool
    case .int16: .int16
    case .int32: .int32
    case .int64: .int64
    case .int: .int
    case .float: .float
    case .double: .double
    case .currency: .currency
    case .string: .string
    case .data: .data
    case .date: .date
    case .uuid: .uuid
    case .url: .url
    case .json: .json
    case .decimal, .fixed: nil
    }
  }
}
