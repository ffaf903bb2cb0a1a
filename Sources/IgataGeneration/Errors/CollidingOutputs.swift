public import IgataDiagnostics

extension DiagnosticKind {
  /// Two schema files have the same name in different folders, so that their outputs would be one file.
  ///
  /// The outputs of a schema file are named after it and lie together in the output folder. Swift wants file names
  /// that are unique in a target as well, whatever their folders.
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
  static func collidingOutputs(_ path: String, file: Int, other: Int) -> Diagnostic {
    Diagnostic(
      .collidingOutputs, "'\(path)' would be written for two schema files",
      at: SourceRange(file: file, start: 0, end: 0), help: "rename one of them",
      related: [Related(SourceRange(file: other, start: 0, end: 0), "the other is this one")])
  }
}
