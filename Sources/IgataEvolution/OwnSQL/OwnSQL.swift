/// The SQL that the author of a version adds to what is derived, for one dialect.
public struct OwnSQL: Hashable, Sendable {
  /// The statements that see the old schema.
  public internal(set) var before: [String] = []
  /// The statements that see the new schema.
  public internal(set) var after: [String] = []

  public init() {}

  public var isEmpty: Bool { before.isEmpty && after.isEmpty }

  /// The path of the file of a dialect, in the folder of the versions.
  public static func path(of dialect: String) -> String { "next/\(dialect).sql" }

  /// A block of a script, with the lines that mark it.
  ///
  /// - Parameter block: `before` or `after`.
  static func lines(of statements: [String], _ block: Block) -> [String] {
    statements.isEmpty ? [] : ["-- igata: \(block.rawValue)"] + statements + ["-- igata: end"]
  }

  enum Block: String {
    case before, after
  }

  subscript(block: Block) -> [String] {
    get { block == .before ? before : after }
    set { if block == .before { before = newValue } else { after = newValue } }
  }
}
