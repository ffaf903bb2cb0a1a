/// A table of text whose columns line up, Japanese characters counted as two cells wide.
struct Report {
  private var rows: [[String]]

  init(columns: [String]) { rows = [columns] }

  mutating func add(_ row: [String]) { rows.append(row) }

  var text: String {
    let widths = rows[0].indices.map { column in rows.map { cells($0[column]) }.max() ?? 0 }
    return rows.map { row in
      row.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - cells(row[column]))
        return column < 3 ? row[column] + padding : padding + row[column]
      }.joined(separator: "  ")
    }.joined(separator: "\n") + "\n"
  }

  /// How many cells of a terminal the text takes.
  private func cells(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { count, scalar in
      switch scalar.value {
      case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
        0xFFE0...0xFFE6:
        count + 2
      default: count + 1
      }
    }
  }
}
