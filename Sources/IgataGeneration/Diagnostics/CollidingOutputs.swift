public import IgataDiagnostics

extension DiagnosticKind {
  /// Two outputs would be one file, or two Swift files would have one name.
  ///
  /// The outputs of a schema file are named after it and lie in the folder that mirrors its own; a disk may not tell
  /// case apart. Swift wants file names that are unique in a target, whatever their folders: of schema files with one
  /// name in several folders, the names of the Swift files begin with the folders. Outputs that `outputs` in
  /// `igata.json` asks for must not have the path of another output either, nor one that another needs as a folder.
  ///
  /// ## Example
  /// ```text
  /// schema/orders.igata
  /// schema/Orders.igata
  /// ```
  ///
  /// ## Fix
  /// ```text
  /// schema/orders.igata
  /// schema/returns.igata
  /// ```
  public static let collidingOutputs = DiagnosticKind("colliding-outputs")
}

extension Diagnostic {
  static func collidingOutputs(
    _ path: String, at place: SourceRange, other: String, at otherPlace: SourceRange
  ) -> Diagnostic {
    let isOfSchemas = place.end == 0 && otherPlace.end == 0
    return Diagnostic(
      .collidingOutputs,
      path == other || isOfSchemas
        ? "'\(path)' would be written for two \(isOfSchemas ? "schema files" : "outputs")"
        : "'\(path)' can't be written beside '\(other)'",
      at: place, help: isOfSchemas ? "rename one of them" : "give one of them another path",
      related: [Related(otherPlace, "the other is \(isOfSchemas ? "this one" : "asked for here")")])
  }
}
