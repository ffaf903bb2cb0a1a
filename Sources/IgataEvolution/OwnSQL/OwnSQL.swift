/// The SQL that the author of a version adds to what is derived, for one dialect.
public struct OwnSQL: Hashable, Sendable {
  /// The statements that see the old schema.
  public internal(set) var before: [String] = []
  /// The statements that see the new schema.
  public internal(set) var after: [String] = []
  /// The statements that define what a schema can't, which a new database runs as well.
  public internal(set) var objects: [String] = []

  public init() {}

  public var isEmpty: Bool { before.isEmpty && after.isEmpty && objects.isEmpty }

  /// The path of the file of a dialect, in the folder of the versions.
  public static func path(of dialect: String) -> String { "next/\(dialect).sql" }

  /// A block of a script, with the lines that mark it.
  static func lines(of statements: [String], _ block: Block) -> [String] {
    statements.isEmpty ? [] : ["-- igata: \(block.rawValue)"] + statements + ["-- igata: end"]
  }

  enum Block: String {
    case before, after, objects
  }

  subscript(block: Block) -> [String] {
    get { self[keyPath: Self.path(of: block)] }
    set { self[keyPath: Self.path(of: block)] = newValue }
  }

  private static func path(of block: Block) -> WritableKeyPath<OwnSQL, [String]> {
    switch block {
    case .before: \.before
    case .after: \.after
    case .objects: \.objects
    }
  }
}

/// The text of a file for own SQL, with empty blocks around the statements that are derived now, as comments.
///
/// - Parameters:
///   - dialect: One of ``scriptDialects``.
///   - number: The number of the version.
public func ownSQLText(_ dialect: String, forVersion number: Int, derived: String) -> String {
  let lines = derived.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    line.isEmpty ? "--" : "--   \(line.replacing("-- igata:", with: "igata:"))"
  }
  return """
    -- Your own SQL of version \(number), for \(dialect). It runs in the transaction of the version, with foreign keys
    -- that are checked at its end. 'igata migrate seal' takes it into the version, and removes this file.

    -- Sees the tables of version \(number - 1).
    -- igata: before
    -- igata: end

    -- What is derived between the two; this copy isn't updated, 'igata diff --format sql' prints it anew.
    \((lines.last == "--" ? lines.dropLast() : lines[...]).joined(separator: "\n"))

    -- Sees the tables of version \(number).
    -- igata: after
    -- igata: end

    -- Creates triggers, views and other objects that a schema can't have: all of them, even if they exist already, as
    -- with IF NOT EXISTS. A new database runs the block of the newest version that has one.
    -- igata: objects
    -- igata: end

    """
}
