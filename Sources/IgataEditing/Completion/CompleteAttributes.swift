import IgataSchema
import IgataSyntax

extension Proposals {
  /// The attributes that may stand here, suit the type, and aren't there yet.
  mutating func completeAttributes() {
    guard let target = attributeTarget else { return }
    let field = context.field(in: snapshot) ?? context.newtype(in: snapshot)
    let present = context.attributes
    for kind in AttributeKind.allCases where kind.targets.contains(target) && !present.contains(kind.rawValue) {
      if let field, !field.suits(kind, in: snapshot.schema) { continue }
      add(
        kind.rawValue, .attribute, detail: kind.form, text: kind.rawValue, snippet: kind.snippet,
        documentation: kind.purpose)
    }
  }

  private var attributeTarget: AttributeKind.Target? {
    guard let declaration = context.declaration else { return nil }
    if !context.isInBody {
      return switch declaration.keyword {
      case "model": .model
      case "struct": .structure
      case "enum": .enumeration
      case "type": .newtype
      default: nil
      }
    }
    if declaration.keyword == "enum" { return context.member.first.map(context.text) == "case" ? .enumCase : nil }
    guard context.field(in: snapshot) != nil else { return nil }
    return declaration.keyword == "struct" ? .structField : .modelField
  }
}

extension AttributeKind {
  /// The attribute with placeholders for its arguments; `nil` if it has none.
  fileprivate var snippet: String? {
    switch self {
    case .primaryKey, .unique, .index, .sensitive, .updatedAt, .version, .unknown, .unordered: nil
    case .column, .table, .joinTable, .columns: "\(rawValue)(\"${1:name}\")"
    case .onDelete, .onUpdate: "\(rawValue)(${1:cascade})"
    case .references, .inverse: "\(rawValue)(${1:field})"
    case .length: "length(${1:1}...${2:100})"
    case .range: "range(${1:0}...${2:100})"
    case .pattern: "pattern(\"${1:regex}\")"
    case .swift: "swift(\"${1:Type}\")"
    case .precision: "precision(${1:12}, ${2:2})"
    case .renamed: "renamed(from: \"${1:old}\")"
    case .backfill: "backfill(${1:value})"
    case .deprecated: "deprecated(\"${1:why}\")"
    case .allow: "allow(${1:rule}, \"${2:why}\")"
    }
  }
}
