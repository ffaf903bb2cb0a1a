import IgataDiagnostics
import IgataSchema
import IgataSyntax

/// The declarations of a schema in the source, for fixes. Looked up only after an error, so there is no index.
struct Declarations {
  private let trees: [SyntaxTree]

  init(_ trees: [SyntaxTree]) { self.trees = trees }

  /// The start of the first file, for what no declaration has.
  var start: SourceRange { SourceRange(file: trees.first?.file ?? 0, start: 0, end: 0) }

  /// The end of the field or the case whose name has a range; `nil` if there is none.
  func end(ofMember name: SourceRange) -> SourceRange? {
    for declaration in declarations(in: name.file) {
      if let range = declaration.fieldRanges.first(where: { $0.name == name })?.range { return range.endPoint }
    }
    return nil
  }

  /// The end of the type of the field whose name has a range, unless it is optional.
  func end(ofType name: SourceRange) -> SourceRange? {
    for declaration in declarations(in: name.file) {
      for case .field(let field) in declaration.members where field.name.range == name {
        guard let type = field.type, case .named = type else { return nil }
        return type.range.endPoint
      }
    }
    return nil
  }

  /// The edit that adds a name to the `reserved` of the declaration whose name has a range.
  func reserving(_ text: String, in name: SourceRange) -> Diagnostic.Fix.Edit? {
    guard let declaration = declarations(in: name.file).first(where: { $0.name?.range == name }) else { return nil }
    if let last = declaration.reserved.last { return .init(last.range.endPoint, ", \(text)") }
    let end = SourceRange(file: name.file, start: declaration.range.end - 1, end: declaration.range.end - 1)
    let source = trees.first { $0.file == name.file }?.source.bytes ?? []
    // The brace can be in the line of the last member.
    let line = source.prefix(end.start).reversed().prefix { $0 != UInt8(ascii: "\n") }
    let isOwnLine = line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    return .init(end, "\(isOwnLine ? "" : "\n")\(declaration.fieldRanges.isEmpty ? "" : "  ")reserved \(text)\n")
  }

  private func declarations(in file: Int) -> [DeclarationSyntax] {
    trees.first { $0.file == file }?.declarations ?? []
  }
}

extension DeclarationSyntax {
  /// The ranges of the fields or the cases, and of their names.
  fileprivate var fieldRanges: [(name: SourceRange, range: SourceRange)] {
    if case .enum(let syntax) = self { return syntax.cases.map { ($0.name.range, $0.range) } }
    return members.compactMap { if case .field(let field) = $0 { (field.name.range, field.range) } else { nil } }
  }

  fileprivate var reserved: [ReservedSyntax] {
    if case .enum(let syntax) = self { return syntax.reserved }
    return members.compactMap { if case .reserved(let reserved) = $0 { reserved } else { nil } }
  }
}
