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

    """
}
