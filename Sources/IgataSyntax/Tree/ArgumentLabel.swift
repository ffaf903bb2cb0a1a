/// The labels of arguments.
package enum ArgumentLabel: String, CaseIterable, Sendable {
  case `as`, by, from, `import`, name, postgresql, scale, sql, sqlite, swift, using, `where`
}

extension ArgumentSyntax {
  /// Whether the argument has a label.
  package func has(_ label: ArgumentLabel) -> Bool { self.label?.text == label.rawValue }
}
