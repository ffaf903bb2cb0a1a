public import IgataDiagnostics

extension DiagnosticKind {
  public static let collidingOutputs = DiagnosticKind(
    "colliding-outputs",
    """
    Two outputs would be written to the same file, or two Swift files would have the same name.

    The outputs of a schema file are named after it, and their folders mirror its folder. Paths that differ only in
    case collide, because some file systems don't distinguish case. Swift requires unique file names in a target, even
    in different folders: if schema files in several folders have the same name, the names of their Swift files begin
    with the folders. An output that is defined in `outputs` in `igata.json` can't have the path of another output, or
    a path that another output needs as a folder.
    """,
    language: .text,
    example: """
      schema/orders.igata
      schema/Orders.igata
      """,
    fix: .replacing("schema/Orders.igata", with: "schema/returns.igata"))
}

extension Diagnostic {
  static func collidingOutputs(
    _ path: String, at range: SourceRange, other: String, at otherRange: SourceRange
  ) -> Diagnostic {
    let isOfSchemas = range.end == 0 && otherRange.end == 0
    return Diagnostic(
      .collidingOutputs,
      path == other || isOfSchemas
        ? "'\(path)' would be written for two \(isOfSchemas ? "schema files" : "outputs")"
        : "'\(path)' can't be written next to '\(other)'",
      at: range, help: isOfSchemas ? "rename one of them" : "change the path of one of them",
      related: [Related(otherRange, "the other is \(isOfSchemas ? "this one" : "defined here")")])
  }
}
