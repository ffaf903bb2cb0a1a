public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let wrongAttributeTarget = DiagnosticKind(
    "wrong-attribute-place",
    """
    An attribute is used on a declaration that it doesn't apply to.

    Some attributes apply to models and some to fields. Fewer attributes apply to the fields of a struct, which has no
    table of its own, than to those of a model.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
        name: String @table("label")
      }
      """,
    fix: .replacing(#"@table("label")"#, with: #"@column("label")"#))
}

extension Diagnostic {
  static func wrongAttributeTarget(
    _ syntax: AttributeSyntax, _ kind: AttributeKind, at target: AttributeKind.Target
  ) -> Diagnostic {
    let help: String
    var fixes: [Fix] = []
    if let counterpart = kind.counterpart(on: target) {
      help = "did you mean \(counterpart)?"
      if counterpart.utf8.first == UInt8(ascii: "@") {
        let name = String(counterpart.dropFirst())
        fixes = [Fix(title: "write '\(counterpart)'", range: syntax.name.range, replacement: name, isSafe: true)]
      }
    } else {
      let targets = AttributeKind.Target.allCases.filter(kind.targets.contains).map(\.rawValue)
      help = "it applies to \(targets.joined(separator: ", "))"
    }
    return Diagnostic(
      .wrongAttributeTarget, "'@\(kind.rawValue)' can't be used on \(target.rawValue)", at: syntax.name.range,
      help: help, fixes: fixes)
  }
}
