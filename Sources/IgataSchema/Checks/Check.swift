extension Resolution {
  /// The checks that need the whole schema.
  mutating func check() {
    checkVersions()
    checkConstructions()
    checkOptionalStructs()
    checkRelationCycles()
    checkColumns()
    checkSQLNames()
  }
}
