import IgataDiagnostics
import IgataSyntax
import IgataTables

/// A schema that is being resolved: the results of the stages so far, their input, and their findings.
struct Resolution {
  let options: ResolveOptions
  var schema: Schema
  var diagnostics: [Diagnostic] = []

  /// The meaning of each type name: its first declaration.
  var symbols: [String: Symbol]
  /// The names of ``symbols`` in the order of their declaration, which are the candidates for proposals.
  var typeNames: [String]

  /// The declarations of types in their order.
  var declarations: [NameUse.Declaration] = []

  // Parallel to the schema's arrays of the same kind.
  var enumSyntaxes: [EnumSyntax] = []
  var caseIndexes: [[String: Int]] = []
  var enumAttributes: [[Attribute]] = []
  var newtypeSyntaxes: [TypeSyntax] = []
  var newtypeAttributes: [[Attribute]] = []
  var structs: [OwnerDraft] = []
  var models: [OwnerDraft] = []
  /// The key of each model, or `nil` if it is invalid.
  var keys: [[KeyColumn]?] = []

  /// The fields of each model's key, or `nil` if it is invalid.
  var keyFields: [[Int]?] = []
  /// The columns of each struct, or `nil` if it is cyclic or nested too deep.
  var structSizes: [StructSize?] = []
  /// The relations that are part of a cycle.
  var cycleSteps: Set<Graph.Step> = []
  /// The structs in topological order: each comes after those that it contains.
  var structOrder: [Int] = []

  /// Whether a file couldn't be read as text, so that its declarations are unknown.
  let lacksDeclarations: Bool

  /// The locations of errors that may explain why a declaration seems to lack something: the parser's errors, and
  /// misspelled key attributes. Sorted offsets for each file.
  private var knownErrors: [Int: [Int]]

  /// The number of names that can still be compared for proposals, so that a file full of wrong names takes linear
  /// time.
  private var proposalBudget = 200_000

  init(options: ResolveOptions, trees: [SyntaxTree], syntaxErrors: [Diagnostic]) {
    self.options = options
    schema = Schema(fileCount: trees.count, names: options.names)
    lacksDeclarations = trees.contains { !$0.isReadable }
    // An error that doesn't lose a member or an attribute explains nothing, and neither does a warning.
    let hiding = syntaxErrors.filter { $0.severity == .error && !Self.harmless.contains($0.kind) }
    knownErrors = Dictionary(grouping: hiding.map(\.range), by: \.file)
      .mapValues { $0.map(\.start).sorted() }
    typeNames = Scalar.allCases.map(\.name)
    symbols = Dictionary(uniqueKeysWithValues: Scalar.allCases.map { ($0.name, .builtIn($0)) })
  }

  /// Syntax errors that don't cause a member or an attribute to be lost.
  private static let harmless: Set<DiagnosticKind> = [
    .controlCharacter, .crowdedQuotes, .invalidEscape, .invalidUTF8, .lookAlike, .malformedNumber, .misindentedBlock,
    .misplacedDefault, .missingCase, .missingColon, .missingType, .unknownDeclaration, .unknownModifier,
  ]

  mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// Records that a name refers to a declaration.
  mutating func recordUse(of declaration: NameUse.Declaration, as role: NameUse.Role, by name: NameSyntax) {
    schema.uses.append(NameUse(declaration: declaration, role: role, range: name.range))
  }

  /// Reports that a declaration lacks something, unless an error that was reported in it may explain that.
  mutating func reportMissing(_ diagnostic: Diagnostic, from declaration: SourceRange) {
    let offsets = knownErrors[declaration.file] ?? []
    let first = offsets.partitionIndex { $0 >= declaration.start }
    if first < offsets.count, offsets[first] <= declaration.end { return }
    report(diagnostic)
  }

  /// Records that an error was reported here that may explain why a declaration seems to lack something.
  mutating func recordKnownError(_ range: SourceRange) {
    let index = (knownErrors[range.file] ?? []).partitionIndex { $0 >= range.start }
    knownErrors[range.file, default: []].insert(range.start, at: index)
  }

  /// The name that was most likely meant.
  mutating func proposal(for name: String, among candidates: some Collection<String>) -> String? {
    guard candidates.count <= proposalBudget, name.utf8.count <= 200 else { return nil }
    proposalBudget -= candidates.count
    return nearest(name, in: candidates)
  }
}

/// The meaning of a type name.
enum Symbol {
  case builtIn(Scalar)
  /// Indexes into the schema's arrays.
  case enumeration(Int)
  case newtype(Int)
  case structure(Int)
  case model(Int)
  /// A newtype whose base is invalid, which has been reported.
  case broken

  var isBuiltIn: Bool { if case .builtIn = self { true } else { false } }

  /// What is declared; `nil` for a built-in type, and for an invalid one.
  var declaration: NameUse.Declaration? {
    switch self {
    case .builtIn, .broken: nil
    case .enumeration(let index): .enumeration(index)
    case .newtype(let index): .newtype(index)
    case .structure(let index): .structure(index)
    case .model(let index): .model(index)
    }
  }
}
