public import IgataDiagnostics
public import IgataSchema
import IgataSyntax

extension Declarations {
  /// The name of the declaration or the member that a range belongs to: `Account`, `Account.owner`.
  public func path(to range: SourceRange) -> String? {
    guard trees.indices.contains(range.file),
      let declaration = trees[range.file].declarations.last(startingAt: range.start, \.range),
      range.start < max(declaration.range.end, declaration.range.start + 1)
    else { return nil }
    switch declaration {
    case .type(let syntax): return syntax.name?.text
    case .reserved: return "reserved"
    case .model(let syntax), .struct(let syntax): return path(syntax.name, memberName(at: range, syntax.members))
    case .enum(let syntax):
      let item = syntax.cases.last(startingAt: range.start, \.range)
      return path(syntax.name, item.flatMap { range.start <= $0.range.end ? $0.name.text : nil })
    }
  }

  private func path(_ owner: NameSyntax?, _ member: String?) -> String? {
    guard let owner else { return nil }
    return member.map { "\(owner.text).\($0)" } ?? owner.text
  }

  private func memberName(at range: SourceRange, _ members: [MemberSyntax]) -> String? {
    guard let member = members.last(startingAt: range.start, \.range), range.start <= member.range.end else {
      return nil
    }
    switch member {
    case .field(let field): return field.name.text
    case .constraint(let constraint):
      return "\(constraint.kind.rawValue)(\(constraint.columns.map(\.name.text).joined(separator: ",")))"
    case .reserved: return "reserved"
    case .distribution(let syntax): return syntax.keyword.rawValue
    }
  }
}
