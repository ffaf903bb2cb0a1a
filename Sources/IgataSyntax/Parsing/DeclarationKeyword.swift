import IgataDiagnostics

/// The words that start a declaration.
enum DeclarationKeyword: String, CaseIterable {
  case `enum`, type, `struct`, model

  /// How a message names such a declaration.
  var phrase: String {
    switch self {
    case .enum: "an enum"
    case .type: "a type"
    case .struct: "a struct"
    case .model: "a model"
    }
  }

  /// Words that other languages start with what a schema has no need of, and why it has none.
  static func needless(_ word: String) -> String? {
    switch word {
    case "import", "include", "using", "package", "syntax", "option", "module", "namespace",
      "use", "from", "mod":
      "all files that are given together are one namespace; remove it"
    case "extension", "protocol", "func", "fun", "function", "interface", "trait", "impl", "def": codeReason
    case "scalar": "write 'type Name = String' for a scalar with a name of its own"
    case "union", "directive": "there is nothing like it in a schema"
    case "datasource", "generator", "client": "what is generated is said in 'igata.json'"
    default: nil
    }
  }

  static var codeReason: String { "a schema holds data alone; code stands beside what is generated" }

  /// The keyword that was meant by a word that is none: the nearest one, or the one that other languages have the
  /// word for.
  static func meant(by word: String) -> DeclarationKeyword? {
    switch word.lowercased() {
    case "class", "table", "entity", "actor", "object", "message", "input", "document", "collection": .model
    case "typealias", "newtype": .type
    case "value", "record", "embedded": .struct
    default: nearest(word, in: allCases.map(\.rawValue)).flatMap(DeclarationKeyword.init)
    }
  }
}
