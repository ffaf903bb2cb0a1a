public import IgataDiagnostics

/// A text that an editor shows inside of a line, although it isn't in the file.
public struct InlayHint: Hashable, Sendable {
  public struct Kinds: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The name of a field's column, if it isn't the field's.
    public static let columns = Kinds(rawValue: 1)
    /// The name of a model's table.
    public static let tables = Kinds(rawValue: 2)
    /// The delete rule of a relation that has none in the source.
    public static let deleteRules = Kinds(rawValue: 4)
    /// The raw value of a case that has none in the source.
    public static let rawValues = Kinds(rawValue: 8)
    /// The name of a join table.
    public static let joinTables = Kinds(rawValue: 16)

    public static let all: Kinds = [.columns, .tables, .deleteRules, .rawValues, .joinTables]
  }

  public var location: TextLocation
  public var text: String
  public var kind: Kinds
}

extension Snapshot {
  /// The hints in a range, in source order.
  public func inlayHints(in range: SourceRange, _ kinds: InlayHint.Kinds = .all) -> [InlayHint] { [] }
}
