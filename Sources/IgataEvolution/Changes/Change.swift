public import IgataDiagnostics

/// One difference between two schemas.
public struct Change: Hashable, Sendable {
  public var kind: ChangeKind
  /// What it does to rows.
  public var effect: RowEffect
  /// The declaration: `Account`, `Account.home.city`, `AccountKind.cash`.
  public var path: String
  /// What changes, as a sentence without a period.
  public var message: String
  /// The location of the declaration: in the new schema, or, if it is gone, in the old one.
  public var range: SourceRange
  /// Whether the range is one of the old schema.
  public var isGone: Bool
  /// How it is carried out in each dialect.
  public var plan: ChangePlan
  public var breaks: Audiences

  init(
    _ kind: ChangeKind, _ effect: RowEffect, _ path: String, _ message: String, at range: SourceRange,
    isGone: Bool = false, plan: ChangePlan? = nil, breaks: Audiences
  ) {
    self.kind = kind
    self.effect = effect
    self.path = path
    self.message = message
    self.range = range
    self.isGone = isGone
    self.plan = plan ?? kind.plan
    self.breaks = breaks
  }
}

/// What a change does to existing rows, the mildest first.
public enum RowEffect: String, Hashable, Sendable, CaseIterable, Comparable {
  /// Nothing that is stored changes.
  case none
  /// Every value stays, and the change can't stop.
  case safe
  /// Every value stays, or the version stops, changes nothing, and names the rows.
  case guarded
  /// `@backfill` gives the values that rows get.
  case needsData = "needs data"
  /// Values are dropped.
  case destructive

  public static func < (left: RowEffect, right: RowEffect) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// What a change breaks.
public struct Audiences: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Programs of the version before, on the same database.
  public static let storage = Audiences(rawValue: 1 << 0)
  /// Clients that exchange the keys and values of `convert()` as JSON.
  public static let dictionary = Audiences(rawValue: 1 << 1)
  /// Swift code that uses the generated types.
  public static let source = Audiences(rawValue: 1 << 2)

  /// All of them.
  static let all: Audiences = [.storage, .dictionary, .source]

  /// Every audience with its name, in the order in which they are printed.
  public static let named: [(audience: Audiences, name: String)] = [
    (.storage, "storage"), (.dictionary, "dictionary"), (.source, "source"),
  ]

  /// The names of those in the set.
  public var names: [String] { Self.named.filter { contains($0.audience) }.map(\.name) }
}
