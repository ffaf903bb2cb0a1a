public import IgataDiagnostics
import IgataSchema

extension DiagnosticKind {
  public static let unexplainedRemoval = DiagnosticKind(
    "unexplained-removal",
    """
    Something that rows have is gone from the schema, and the schema doesn't say what becomes of the values.

    A missing name can mean that it was renamed or that its values are no longer wanted. Nothing is guessed:
    `@renamed(from:)` keeps the values under the new name, `reserved` drops them and never lets the name be used
    again.
    """,
    language: .text,
    example: """
      version 6: comment: String = ""
      now:       remark: String = ""
      """,
    fix: """
      now:       remark: String = "" @renamed(from: "comment")
      or:        reserved comment
      """)
}

extension Matching {
  mutating func reportRemoval(ofModel index: Int, candidates: [Int]) {
    let name = old.models[index].name
    let candidate = candidates.first.map { new.models[$0] }
    report(
      Diagnostic(
        .unexplainedRemoval, "model '\(name)' is gone, and the schema doesn't say what becomes of its rows",
        at: candidate?.origin.range ?? declarations.start,
        help: help(candidate?.name, "model '\(candidate?.name ?? "")'", name, in: "at the start of a file")))
  }

  mutating func reportRemoval(of field: Field, in owner: Owner, candidates: [Int]) {
    let (fields, range) = (new.fields(of: owner), range(of: owner))
    let convertible = candidates.filter {
      fields[$0].renamedFrom == nil && field.isConvertible(to: fields[$0], old, new)
    }
    let alike = convertible.filter { old.typeName(of: field) == new.typeName(of: fields[$0]) }
    let free = alike.isEmpty ? convertible : alike
    let names = free.map { fields[$0].name }
    let nearest = nearest(field.name, in: names).flatMap { name in free.first { fields[$0].name == name } }
    let candidate = (nearest ?? free.first).map { fields[$0] }
    // Others need a backfill as well.
    let keeping = candidate.flatMap { field.isKept(by: $0, old, new) ? $0 : nil }
    let isUsedAgain = fields.contains { $0.name == field.name }
    report(
      Diagnostic(
        .unexplainedRemoval,
        "field '\(field.name)' of \(title(of: owner)) is gone, and the schema doesn't say what becomes of its values",
        at: range,
        help: help(candidate?.name, "'\(candidate?.name ?? "")'", field.name, in: nil, isUsedAgain: isUsedAgain),
        fixes: isUsedAgain ? [] : fixes(renaming: keeping?.origin.range, field.name, in: range)))
  }

  mutating func reportRemoval(ofCase name: String, in index: Int, candidates: [Int]) {
    let type = new.enums[index]
    let candidate = candidates.first.map { type.cases[$0] }
    report(
      Diagnostic(
        .unexplainedRemoval,
        "case '\(name)' of enum '\(type.name)' is gone, and the schema doesn't say what becomes of its rows",
        at: type.origin.range,
        help: help(candidate?.name, "case '\(candidate?.name ?? "")'", name, in: "and give the rows '@backfill(…)'"),
        fixes: fixes(renaming: candidate?.origin.range, name, in: type.origin.range)))
  }

  private func help(
    _ candidate: String?, _ title: String, _ name: String, in suffix: String?, isUsedAgain: Bool = false
  ) -> String {
    if isUsedAgain { return "its name is used again: seal a version without '\(name)' first, and use the name then" }
    let dropping = ["drop them: 'reserved \(name)'", suffix].compactMap(\.self).joined(separator: " ")
    guard candidate != nil else { return dropping }
    return "carry them over: add '@renamed(from: \"\(name)\")' to \(title); or \(dropping)"
  }

  private func fixes(renaming candidate: SourceRange?, _ name: String, in owner: SourceRange) -> [Diagnostic.Fix] {
    var fixes: [Diagnostic.Fix] = []
    if let end = candidate.flatMap(declarations.end(ofMember:)) {
      let attribute = "@renamed(from: \"\(name)\")"
      fixes.append(.init(title: "add '\(attribute)'", range: end, replacement: " \(attribute)", isSafe: false))
    }
    if let edit = declarations.reserving(name, in: owner) {
      fixes.append(.init(title: "add 'reserved \(name)', and drop the values", edits: [edit], isSafe: false))
    }
    return fixes
  }

  private func range(of owner: Owner) -> SourceRange {
    switch owner {
    case .model(let index): new.models[index].origin.range
    case .structure(let index): new.structs[index].origin.range
    case .schema, .enumeration: declarations.start
    }
  }
}
