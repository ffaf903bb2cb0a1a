import IgataDiagnostics

/// The keywords that start a declaration.
package enum DeclarationKeyword: String, CaseIterable, Sendable {
  case `enum`, type, `struct`, model

  /// The declaration's name in messages.
  var phrase: String {
    switch self {
    case .enum: "an enum"
    case .type: "a type"
    case .struct: "a struct"
    case .model: "a model"
    }
  }

  /// Why a schema doesn't need the declaration that this word starts in other languages, or `nil` for other words.
  static func needless(_ word: String) -> String? {
    switch word {
    case "import", "include", "using", "package", "syntax", "option", "module", "namespace",
      "use", "from", "mod":
      "all schema files of a run share one namespace; remove it"
    case "extension", "protocol", "func", "fun", "function", "interface", "trait", "impl", "def": codeReason
    case "scalar": "write 'type Name = String' for a scalar with its own name"
    case "union", "directive": "a schema has no equivalent"
    case "datasource", "generator", "client": "the outputs are configured in 'igata.json'"
    default: nil
    }
  }

  static var codeReason: String { "a schema only describes data; write code in an extension of the generated type" }

  /// The keyword that was most likely meant by another word: the most similar one, or the equivalent of another
  /// language's keyword.
  static func meant(by word: String) -> DeclarationKeyword? {
    switch word.lowercased() {
    case "class", "table", "entity", "actor", "object", "message", "input", "document", "collection": .model
    case "typealias", "newtype": .type
    case "value", "record", "embedded": .struct
    default: nearest(word, in: allCases.map(\.rawValue)).flatMap(DeclarationKeyword.init)
    }
  }
}
