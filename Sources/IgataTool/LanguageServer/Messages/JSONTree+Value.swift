import IgataDiagnostics
import IgataTemplateLanguage

extension JSONTree {
  /// A value that was received. A number that isn't an integer becomes `null`.
  init(_ value: JSONValue) {
    switch value {
    case .null: self = .null
    case .flag(let flag, _): self = .flag(flag)
    case .number(let digits, _): self = Int(digits).map { .number($0) } ?? .null
    case .text(let text, _): self = .text(text)
    case .list(let values, _): self = .list(values.map { JSONTree($0) })
    case .object(let members, _): self = .object(members.map { Member(key: $0.key, value: JSONTree($0.value)) })
    }
  }
}
