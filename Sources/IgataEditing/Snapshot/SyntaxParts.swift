import IgataDiagnostics
import IgataSyntax

extension DeclarationSyntax {
  /// The range with the documentation.
  var wholeRange: SourceRange { range.including(documentation) }
}

extension MemberSyntax {
  /// The range with the documentation.
  var wholeRange: SourceRange {
    if case .field(let syntax) = self { range.including(syntax.documentation) } else { range }
  }
}

extension SourceRange {
  func including(_ documentation: DocumentationSyntax?) -> SourceRange {
    documentation.map { union($0.range) } ?? self
  }
}

extension SyntaxTree {
  /// The declaration that contains an offset, its documentation included.
  func declaration(at offset: Int) -> DeclarationSyntax? { declarations.last { $0.wholeRange.contains(offset) } }
}

extension [MemberSyntax] {
  /// The member that contains an offset, its documentation included.
  func member(at offset: Int) -> MemberSyntax? { last { $0.wholeRange.contains(offset) } }
}
