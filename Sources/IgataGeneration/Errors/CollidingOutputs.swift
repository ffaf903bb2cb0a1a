public import IgataDiagnostics

extension DiagnosticKind {
  /// Two outputs would be one file, as where two schema files have the same name in different folders.
  ///
  /// The outputs of a schema file are named after it and lie together in the output folder. Swift wants file names
  /// that are unique in a target as well, whatever their folders. Outputs that `outputs` in `igata.json` asks for must
  /// not have the path of another output either, nor one that another needs as a folder.
  ///
  /// ## Example
  /// ```text
  /// shop/orders.igata
  /// clinic/orders.igata
  /// ```
  ///
  /// ## Mend
  /// ```text
  /// shop/shop-orders.igata
  /// clinic/clinic-orders.igata
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
