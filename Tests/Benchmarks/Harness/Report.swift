import Foundation

/// The measurements as a table of ratios beside their bars.
func table(_ measurements: [Measurement]) -> String {
  let rows =
    [["group", "benchmark", "ratio", "bar", "", "figures"]]
    + measurements.map { measurement in
      [
        measurement.group, measurement.name, number(measurement.ratio), number(measurement.bar),
        measurement.holds ? "holds" : "MISSED", measurement.figures,
      ]
    }
  let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
  return rows.map { row in
    let cells = row.indices.map { column in
      let padding = String(repeating: " ", count: widths[column] - row[column].count)
      return column == 2 || column == 3 ? padding + row[column] : row[column] + padding
    }
    return String(cells.joined(separator: "  ").reversed().drop(while: { $0 == " " }).reversed())
  }.joined(separator: "\n")
}

/// The measurements for a program to read.
func json(_ measurements: [Measurement]) throws -> String {
  struct Row: Encodable {
    let group: String, name: String, ratio: Double, bar: Double, holds: Bool
  }
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
  let rows = measurements.map { Row(group: $0.group, name: $0.name, ratio: $0.ratio, bar: $0.bar, holds: $0.holds) }
  return String(decoding: try encoder.encode(rows), as: UTF8.self)
}

/// A cost in the session's unit: `12.3 ms`, `45.6 M instructions`.
func figure(_ cost: Double, _ unit: Session.Unit) -> String {
  switch unit {
  case .seconds where cost < 1: "\(number(cost * 1_000)) ms"
  case .seconds: "\(number(cost)) s"
  case .instructions: "\(number(cost / 1_000_000)) M instructions"
  }
}

/// Three digits, which is what a measurement is good for.
func number(_ value: Double) -> String {
  guard value.isFinite else { return "-" }
  return String(format: value.magnitude >= 100 ? "%.0f" : value.magnitude >= 10 ? "%.1f" : "%.2f", value)
}
