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
    switch argumentForm {
    case .none: nil
    case .sqlName, .sqlNames: "\(rawValue)(\"${1:name}\")"
    case .deleteRule, .updateRule: "\(rawValue)(${1:cascade})"
    case .field, .fields: "\(rawValue)(${1:field})"
    case .length: "\(rawValue)(${1:1}...${2:100})"
    case .range: "\(rawValue)(${1:0}...${2:100})"
    case .text: "\(rawValue)(\"${1:\(self == .pattern ? "regex" : "why")}\")"
    case .swiftType: "\(rawValue)(\"${1:Type}\")"
    case .precision: "\(rawValue)(${1:12}, ${2:2})"
    case .formerNames: "\(rawValue)(from: \"${1:old}\")"
    case .backfill: "\(rawValue)(${1:value})"
    case .storedForm: "\(rawValue)(as: ${1:text})"
    case .rules: "\(rawValue)(${1:rule}, \"${2:why}\")"
    }
  }
}
