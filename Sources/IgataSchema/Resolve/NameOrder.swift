public import IgataSyntax

extension [SyntaxTree] {
  /// The trees sorted by the names of their files, in which order the resolver processes the declarations.
  public func inNameOrder() -> [SyntaxTree] {
    sorted { left, right in
      let (leftName, rightName) = (left.source.name.utf8, right.source.name.utf8)
      return leftName.elementsEqual(rightName) ? left.file < right.file : leftName.lexicographicallyPrecedes(rightName)
    }
  }
}
