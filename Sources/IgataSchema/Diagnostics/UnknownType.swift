public import IgataDiagnostics
import IgataSyntax
import IgataTables

extension DiagnosticKind {
  /// A type is named that neither the language has nor any file of the run declares.
  ///
  /// All files that are given together are one namespace, in any order. If the name is right, the file that declares
  /// it may be missing from the command line.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  /// }
  ///
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  ///   owner: Persn
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  /// }
  ///
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  ///   owner: Person
  /// }
  /// ```
  public static let unknownType = DiagnosticKind("unknown-type")
}

extension Diagnostic {
  static func unknownType(
    _ name: NameSyntax, in title: String, purpose: String, nearest: String?
  ) -> Diagnostic {
    // What is most likely a misspelt 'String' is nothing to relate to.
    let isBuiltIn = nearest.map { Scalar(named: $0) != nil } ?? false
    let message =
      isBuiltIn ? "there is no type '\(name.text)'" : "\(title) has no type '\(name.text)' \(purpose)"
    return Diagnostic(.unknownType, message, at: name.range).proposing(nearest, for: name)
  }
}
