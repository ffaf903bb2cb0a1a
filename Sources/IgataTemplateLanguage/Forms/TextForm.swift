import IgataDiagnostics

/// A form of a text, which a template requests by a name after that of the text: `{{name.snakeCase}}`,
/// `"{{documentation.json}}"`.
///
/// Forms can be chained: `{{name.kebabCase.html}}`.
public enum TextForm: String, CaseIterable, Sendable {
  // MARK: Case

  /// `askedForDelete`. Words are split at case boundaries, and at every ASCII character that is neither a letter nor a
  /// digit.
  case camelCase
  /// `AskedForDelete`
  case pascalCase
  /// `asked_for_delete`
  case snakeCase
  /// `ASKED_FOR_DELETE`
  case screamingSnakeCase
  /// `asked-for-delete`
  case kebabCase
  /// All letters in lowercase.
  case lowerCase
  /// All letters in uppercase.
  case upperCase

  // MARK: Names

  /// The name of a property or a function in Kotlin: in backticks if it is a keyword.
  case kotlinName
  /// The name of a type in Kotlin: with `_` after it if Kotlin or a generated file uses the name.
  case kotlinType
  /// The name of a property in TypeScript: in quotes if it isn't an identifier.
  case typeScriptName
  /// The name of a type in TypeScript: with `_` after it if TypeScript reserves the name.
  case typeScriptType
  /// Only ASCII letters, digits and `_`. Every other character is replaced by its number: `_u53E3`.
  case asciiName

  // MARK: Escapes

  /// The contents of a JSON string.
  case json
  /// The contents of a single-line Swift string literal.
  case swift
  /// The contents of a single-line Kotlin string.
  case kotlin
  /// The contents of a Java string.
  case java
  /// The contents of a TypeScript or JavaScript string with any of the three kinds of quotes.
  case typeScript
  /// The contents of a DBML string or name, in quotes of either kind.
  case dbml
  /// The contents of a D2 string or name in double quotes.
  case d2
  /// The contents of an SQL string in single quotes.
  case sql
  /// Text, or the value of an attribute, in HTML or XML.
  case html
  /// Text in Markdown, on one line, also in a table.
  case markdown
  /// The contents of a comment in any language: on one line, without anything that could end the comment.
  case comment

  /// The text in this form.
  public func of(_ text: String) -> String {
    switch self {
    case .camelCase: Words(text).joined(startsUpper: false)
    case .pascalCase: Words(text).joined(startsUpper: true)
    case .snakeCase: Words.separated(text, by: "_") { $0.lowercaseMapping }
    case .screamingSnakeCase: Words.separated(text, by: "_") { $0.uppercaseMapping }
    case .kebabCase: Words.separated(text, by: "-") { $0.lowercaseMapping }
    case .lowerCase: text.lowercased()
    case .upperCase: text.uppercased()
    case .kotlinName: CodeName.kotlin(text)
    case .kotlinType: CodeName.kotlinType(text)
    case .typeScriptName: CodeName.typeScript(text)
    case .typeScriptType: CodeName.typeScriptType(text)
    case .asciiName: CodeName.ascii(text) { $0.isASCII && $0.properties.isIDContinue }
    case .json: String(JSONText.quoted(text).dropFirst().dropLast())
    case .swift: StringEscapes.swift(text)
    case .kotlin: StringEscapes.kotlin.escape(text)
    case .java: StringEscapes.java.escape(text)
    case .typeScript: StringEscapes.typeScript.escape(text)
    case .dbml: StringEscapes.dbml.escape(text)
    case .d2: StringEscapes.d2.escape(text)
    case .sql: text.replacing("'", with: "''")
    case .html: Self.html(text)
    case .markdown: Self.markdown(text)
    case .comment: CommentText.of(text)
    }
  }

  private static func markdown(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n", "\r": result += " "
      case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "#", "~", "&": result += "\\" + String(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return beginsBlock(text).map { result.prefix($0) + "\\" + result.dropFirst($0) } ?? result
  }

  /// The number of digits in front of a mark that begins an item of a list, or a line, where the text is the first on
  /// its line; `nil` if there is none.
  private static func beginsBlock(_ text: String) -> Int? {
    let digits = text.unicodeScalars.prefix { ("0"..."9").contains($0) }
    let rest = text.unicodeScalars.dropFirst(digits.count)
    let marks: [Unicode.Scalar] = digits.isEmpty ? ["-", "+"] : [".", ")"]
    guard let mark = rest.first, marks.contains(mark), [nil, " ", "\t", "-"].contains(rest.dropFirst().first) else {
      return nil
    }
    return digits.count
  }

  private static func html(_ text: String) -> String {
    var buffer = TextBuffer()
    buffer.append(escaped: text.utf8)
    return buffer.text
  }
}
