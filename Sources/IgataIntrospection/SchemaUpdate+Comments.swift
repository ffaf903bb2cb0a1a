@_spi(Backend) internal import IgataSQL
internal import IgataDiagnostics
internal import IgataSchema
internal import IgataSyntax

extension SchemaUpdate {
  /// Changes what introspection wrote beside the schema where it isn't true any more: the comments behind fields, and
  /// the heading.
  ///
  /// - Parameter rowNumbers: The columns that the catalog doesn't list, by the names of their tables.
  package mutating func followComments(rowNumbers: [String: String]) {
    let parsed = parsed()
    var edits = SourceEdits(text)
    for known in parsed.models {
      guard let index = model(of: known.model.table) else { continue }
      for case .field(let written) in known.syntax.members {
        guard let (comment, range) = edits.comment(after: written.range),
          let key = IntrospectedComment.key(comment), let field = describedField(written, of: known, index, edits)
        else { continue }
        let new = field.comment.map(SchemaFile.oneLine)
        if new.flatMap(IntrospectedComment.key) == key { continue }
        edits.replace(range, with: new.map { "  // \($0)" } ?? "")
        changes.append("changed the comment of \(known.model.name).\(written.name.text)")
      }
    }
    if text != firstText || edits.count > 0 {
      let columns = parsed.models.map { known in
        known.model.columns.count { rowNumbers[known.model.table] != $0.name }
      }
      followHeading("\(parsed.models.count) tables, \(columns.reduce(0, +)) columns", &edits)
    }
    text = edits.text
  }

  /// What describes a field, if the field says the same of its values.
  private func describedField(
    _ written: FieldSyntax, of known: ExternalModel, _ index: Int, _ edits: SourceEdits
  ) -> IntrospectedField? {
    var model = described.models[index]
    guard let number = known.model.fields.firstIndex(where: { $0.name == written.name.text }),
      let same = model.fields.firstIndex(where: {
        !$0.columns.isEmpty && $0.columns.map(dialect.canonicalName) == known.columns[number]
      })
    else { return nil }
    let field = model.fields[same]
    model.fields[same].comment = nil
    let (stored, parts) = (AttributeKind.stored.rawValue, FieldParts(written, in: edits))
    let line = FieldParts(line: MemberLines(schema: described, rules: names).field(same, of: model))
    guard let line, parts.type == line.type, parts.isOptional == line.isOptional,
      parts.attributes[stored]?.withoutSpaces == line.attributes[stored]?.withoutSpaces
    else { return nil }
    return field
  }

  private func followHeading(_ counts: String, _ edits: inout SourceEdits) {
    var start = 0
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let line = String(decoding: line, as: UTF8.self)
      guard line.hasPrefix("//") else { return }
      let words = line.split(separator: " ")
      if words.count > 6, words[1] == "igata", words[4] == "tables,", words[6].hasPrefix("columns") {
        let new = line.replacing("\(words[3]) tables, \(words[5]) columns", with: counts)
        let range = SourceRange(file: 0, start: start, end: start + line.utf8.count)
        if new != line { edits.replace(range, with: new) }
        return
      }
      start += line.utf8.count + 1
    }
  }
}

/// The comments that introspection writes behind fields.
private enum IntrospectedComment {
  /// What a comment says, without how many rows there were; `nil` for one that a person wrote.
  static func key(_ comment: String) -> String? {
    if let (count, rest) = rows(comment) {
      let isDeclared = rest.hasPrefix(", declared ") && [": texts", ": whole numbers"].contains { rest.hasSuffix($0) }
      let isEmpty = count == "no" && rest.hasPrefix(": declared ")
      return isDeclared || isEmpty || ["", ": JSON"].contains(rest) ? "\(count) rows\(rest)" : nil
    }
    let isOne =
      comment.hasPrefix("refers to '") || comment == "it is different in all rows that were looked at"
      || comment.hasPrefix("its foreign key to '") && comment.hasSuffix("' can't be described")
      || SchemaFitting.neverNull.contains { comment == "never null; \($0)" }
    return isOne ? comment : nil
  }

  /// The parts of `12 of 41 rows: JSON`, of which the first says only whether there are rows.
  private static func rows(_ comment: String) -> (count: String, rest: Substring)? {
    guard let word = comment.firstRange(of: " row") else { return nil }
    let rest = comment[word.upperBound...]
    let words = comment[..<word.lowerBound].split(separator: " ")
    if words == ["no"] { return ("no", rest.dropFirst(rest.hasPrefix("s") ? 1 : 0)) }
    let isCount = words.count == 1 || words.count == 3 && words[1] == "of"
    guard isCount, words.allSatisfy({ $0 == "of" || Int($0) != nil }) else { return nil }
    return ("some", rest.dropFirst(rest.hasPrefix("s") ? 1 : 0))
  }
}
