#if PostgreSQL
internal import IgataRuntime
internal import IgataSQL

// Where a cluster spreads tables, its coordinator hands on what other servers said: their message, without the fields
// that name things, and without the code where a COPY or a commit failed. In the message a name ends with the number of
// the part of a table that it belongs to.
extension ServerFailure {
  /// The failure as one server would tell it: with the constraint that the message names, where it is one of these
  /// tables'.
  func ofWholeTables(_ tables: [TableDescription]) -> ServerFailure {
    guard constraint == nil, state.hasPrefix("23") || state == Self.unspecified else { return self }
    for name in namesInMessage {
      for table in tables {
        guard let state = table.stateBroken(by: name) else { continue }
        var failure = self
        (failure.state, failure.table, failure.constraint) = (state, table.name, name)
        return failure
      }
    }
    return self
  }

  /// The code of what failed somewhere else.
  static let unspecified = "XX000"

  /// What stands in quotation marks, without the numbers of parts.
  private var namesInMessage: [String] {
    let pieces = message.split(separator: "\"", omittingEmptySubsequences: false)
    return pieces.indices.filter { $0 % 2 == 1 }.compactMap { index in
      guard let mark = pieces[index].lastIndex(of: "_") else { return nil }
      let number = pieces[index][mark...].dropFirst()
      return number.isEmpty || !number.allSatisfy(\.isNumber) ? nil : String(pieces[index][..<mark])
    }
  }
}

extension TableDescription {
  /// The code of what breaks the constraint of a name; nothing where the table has none.
  fileprivate func stateBroken(by name: String) -> String? {
    if name == primaryKeyName || uniques.contains(where: { $0.name.serverName == name }) { return "23505" }
    if relations.contains(where: { foreignKeyName($0) == name }) { return "23503" }
    return columns.indices.contains { checks($0).contains { $0.name == name } } ? "23514" : nil
  }
}

#endif
