import IgataDiagnostics
import IgataSyntax
import IgataTables

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

  /// Whether a file could not be read as text, so that what it declares is unknown.
  let lacksDeclarations: Bool

  /// Where something stands that may have been meant for what a declaration seems to lack: the parser's errors, and
  /// misspelt key attributes. Sorted offsets for each file.
  private var excuses: [Int: [Int]]

  /// How many more names may be looked through for proposals, so that a file full of wrong names takes linear time.
  private var proposalBudget = 200_000

  init(options: ResolveOptions, trees: [SyntaxTree], syntaxErrors: [Diagnostic]) {
    self.options = options
    schema = Schema(fileCount: trees.count)
    lacksDeclarations = trees.contains { !$0.isReadable }
    // What keeps its field and its attributes hides nothing, and neither does a warning.
    let hiding = syntaxErrors.filter { $0.severity == .error && !Self.harmless.contains($0.kind) }
    excuses = Dictionary(grouping: hiding.map(\.range), by: \.file)
      .mapValues { $0.map(\.start).sorted() }
    typeNames = Scalar.allCases.map(\.name)
    symbols = Dictionary(uniqueKeysWithValues: Scalar.allCases.map { ($0.name, .builtIn($0)) })
  }

  /// Errors of the syntax behind which no member and no attribute is lost.
  private static let harmless: Set<DiagnosticKind> = [
    .controlCharacter, .crowdedQuotes, .invalidEscape, .invalidUTF8, .lookAlike, .malformedNumber, .misindentedBlock,
    .misplacedDefault, .missingCase, .missingColon, .missingType, .unknownDeclaration, .unknownModifier,
  ]

  mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// Reports that a declaration lacks something, unless something in it was reported that may have been meant for it.
  mutating func reportMissing(_ diagnostic: Diagnostic, from declaration: SourceRange) {
    let offsets = excuses[declaration.file] ?? []
    let first = Self.place(of: declaration.start, in: offsets)
    if first < offsets.count, offsets[first] <= declaration.end { return }
    report(diagnostic)
  }

  /// Remembers that what stands here was reported, and was meant for something that a declaration would lack.
  mutating func excuse(_ range: SourceRange) {
    let place = Self.place(of: range.start, in: excuses[range.file] ?? [])
    excuses[range.file, default: []].insert(range.start, at: place)
  }

  /// The place of the first offset that is not below `offset`.
  private static func place(of offset: Int, in offsets: [Int]) -> Int {
    var (low, high) = (0, offsets.count)
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle] < offset { low = middle + 1 } else { high = middle }
    }
    return low
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
  case builtIn(Scalar)
  /// Indexes into the schema's arrays.
  case enumeration(Int)
  case newtype(Int)
  case structure(Int)
  case model(Int)
  /// A newtype whose base is wrong, which has been reported.
  case broken
}
