import IgataDiagnostics
import IgataSyntax

extension DeclarationSyntax {
  var documentation: DocumentationSyntax? {
    switch self {
    case .enum(let syntax): syntax.documentation
    case .type(let syntax): syntax.documentation
    case .struct(let syntax): syntax.documentation
    case .model(let syntax): syntax.documentation
    case .reserved: nil
    }
  }

  var attributes: [AttributeSyntax] {
    switch self {
    case .enum(let syntax): syntax.attributes
    case .type(let syntax): syntax.attributes
    case .struct(let syntax): syntax.attributes
    case .model(let syntax): syntax.attributes
    case .reserved: []
    }
  }

  /// The members of a model or a struct.
  var members: [MemberSyntax] {
    switch self {
    case .struct(let syntax): syntax.members
    case .model(let syntax): syntax.members
    case .enum, .type, .reserved: []
    }
  }

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
