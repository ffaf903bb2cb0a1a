import IgataDiagnostics
public import IgataSyntax

/// Whether the text of a schema can have `@renamed` or `@backfill`: whether one of them is anywhere in it.
public func mayHaveStepDeclarations(_ text: [UInt8]) -> Bool {
  text.indices.contains { index in
    guard text[index] == UInt8(ascii: "@") else { return false }
    let rest = text[(index + 1)...]
    return rest.starts(with: "renamed".utf8) || rest.starts(with: "backfill".utf8)
  }
}

/// The text of a schema without `@renamed` and `@backfill`, which say something about one step only.
public func withoutStepDeclarations(_ tree: SyntaxTree) -> [UInt8] {
  var bytes = tree.source.bytes
  let ranges = tree.declarations.flatMap(\.stepAttributes).map(\.range).sorted { $0.start > $1.start }
  for range in ranges {
    var (start, end) = (range.start, range.end)
    while start > 0, bytes[start - 1] == UInt8(ascii: " ") || bytes[start - 1] == UInt8(ascii: "\t") { start -= 1 }
    // An attribute on a line of its own takes the line along.
    if start > 0, bytes[start - 1] == UInt8(ascii: "\n"), end < bytes.count, bytes[end] == UInt8(ascii: "\n") {
      end += 1
    }
    bytes.removeSubrange(start..<end)
  }
  return bytes
}

extension DeclarationSyntax {
  fileprivate var stepAttributes: [AttributeSyntax] {
    attributes.filter { $0.name.text == "renamed" || $0.name.text == "backfill" }
  }

  private var attributes: [AttributeSyntax] {
    switch self {
    case .enum(let syntax): syntax.attributes + syntax.cases.flatMap(\.attributes)
    case .type(let syntax): syntax.attributes
    case .struct(let syntax): syntax.attributes + syntax.members.flatMap(\.attributes)
    case .model(let syntax): syntax.attributes + syntax.members.flatMap(\.attributes)
    case .reserved: []
    }
  }
}

extension MemberSyntax {
  fileprivate var attributes: [AttributeSyntax] { if case .field(let field) = self { field.attributes } else { [] } }
}
