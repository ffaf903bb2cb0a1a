public import IgataDiagnostics
public import IgataSchema

extension DiagnosticKind {
  public static let twoOwners = DiagnosticKind(
    "two-owners",
    """
    A table of a version has to do with a table that another program changes.

    A schema may have models of both kinds, and versions are made of those that aren't `@external`. They can't be
    related to the others: a foreign key would be in the way of the other program, and a version of one table can't say
    what the other one is. Nor can another program take over a table of a version.
    """,
    language: .text,
    example: """
      model User @external { let id: Int @primaryKey }
      model Note {
        id: UUID @primaryKey
        user: User
      }
      """,
    fix: .replacing("user: User", with: "userID: Int @index"))
}

extension Schema {
  /// The relations between a model that has versions, and one that another program changes; and the models of the
  /// newest version that another program would change.
  public func findTwoOwners(after newest: Schema? = nil) -> [Diagnostic] {
    guard models.contains(where: \.isExternal) else { return [] }
    var diagnostics: [Diagnostic] = []
    for model in models {
      if model.isExternal, newest?.models.contains(where: { $0.name == model.name }) == true {
        diagnostics.append(
          Diagnostic(
            .twoOwners, "'\(model.name)' is '@external', and the newest version has its table", at: model.origin.range,
            help: "remove '@external': a table of a version can't become another program's"))
      }
      for field in model.fields {
        guard let target = field.kind.relatedModel.map({ models[$0] }), target.isExternal != model.isExternal else {
          continue
        }
        let external = target.isExternal ? target.name : model.name
        diagnostics.append(
          Diagnostic(
            .twoOwners,
            "'\(field.name)' relates a table of a version to that of '\(external)', which another program changes",
            at: field.origin.range, help: "write a field '\(field.name)ID' for the key instead of the relation"))
      }
    }
    return diagnostics
  }
}
