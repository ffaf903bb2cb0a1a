extension Resolution {
  /// The checks that need the whole schema.
  mutating func check() {
    checkVersions()
    checkRelationCycles()
    checkConstructions()
    checkOptionalStructs()
    checkColumns()
    checkSQLNames()
  }
}
