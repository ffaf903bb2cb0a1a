import IgataRuntime

/// Types of a program, which a schema stores.
nonisolated package enum Palette {
  nonisolated package enum Color: String, CaseIterable, PersistableValue {
    case red, green, blue
  }
}

nonisolated package enum Gauge {
  /// Degrees in whole quarters of a circle.
  nonisolated package struct `default`: RawRepresentable, Hashable, Codable, Sendable {
    package let degrees: Int

    package init(degrees: Int) { self.degrees = degrees }

    package init?(rawValue: Int64) {
      guard rawValue % 90 == 0 else { return nil }
      self.init(degrees: Int(rawValue))
    }

    package var rawValue: Int64 { Int64(degrees) }
  }
}

package typealias Angle = Gauge.`default`

nonisolated extension Angle: PersistableValue {
  package static var fallback: Angle { Angle(degrees: 0) }
}
