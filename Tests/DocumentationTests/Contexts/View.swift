// Alone.
import IgataTemplateLanguage

struct Field: Sendable {
  let name: String
  let type: String
  let isOptional: Bool
}
