public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  /// An attribute stands where it means nothing.
  ///
  /// Some attributes are for models and some for fields; a struct, which has no table of its own, takes fewer than a
  /// model.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  ///   name: String @table("label")
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  ///   name: String @column("label")
  /// }
  /// ```
  public static let wrongAttributePlace = DiagnosticKind("wrong-attribute-place")
}

extension Diagnostic {
  static func wrongAttributePlace(
    _ syntax: AttributeSyntax, _ kind: AttributeKind, at place: AttributeKind.Target
  ) -> Diagnostic {
    let help: String
    var fixes: [Fix] = []
    if let counterpart = kind.counterpart(in: place) {
      help = "did you mean \(counterpart)?"
      if counterpart.utf8.first == UInt8(ascii: "@") {
        let name = String(counterpart.dropFirst())
        fixes = [Fix(title: "write '\(counterpart)'", range: syntax.name.range, replacement: name, isSafe: true)]
      }
    } else {
      let places = AttributeKind.Target.allCases.filter(kind.places.contains).map(\.rawValue)
      help = "it stands on \(places.joined(separator: ", "))"
    }
    return Diagnostic(
      .wrongAttributePlace, "'@\(kind.rawValue)' can't stand on \(place.rawValue)", at: syntax.name.range, help: help,
      fixes: fixes)
  }
}
