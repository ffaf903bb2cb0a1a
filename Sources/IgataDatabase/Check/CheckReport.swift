/// What was proved of each version.
struct CheckReport {
  struct Line {
    let version: String
    /// Rows that were brought to the version, and values that were compared.
    var rows = 0
    var cells = 0
    /// How often rows stopped the version as they were to.
    var stops = 0
    var kills = 0
    /// The older versions whose programs worked.
    var programs = 0
    /// Why rows were not brought to the version.
    var note = ""
  }

  var lines: [Line] = []

  /// A table, with a line for each version.
  var text: String {
    let head = ["version", "rows", "values", "stops", "older programs", "kills", ""]
    let rows = lines.map { line in
      [
        line.version, "\(line.rows)", "\(line.cells)", "\(line.stops)", "\(line.programs)", "\(line.kills)", line.note,
      ]
    }
    let widths = head.indices.map { column in ([head] + rows).map { $0[column].count }.max() ?? 0 }
    return ([head] + rows).map { row in
      let cells = row.enumerated().map { column, text in
        text + String(repeating: " ", count: widths[column] - text.count)
      }
      var line = cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
