import IgataDiagnostics

/// A form of a text, which a template asks for by a name after the text's own: `{{name.snakeCase}}`,
/// `"{{documentation.json}}"`.
///
/// Forms can follow each other, each of what the last one gave: `{{name.kebabCase.html}}`.
public enum TextForm: String, CaseIterable, Sendable {
  // MARK: Case

  /// `askedForDelete`. Words are split where the case says so, and at every ASCII character that is neither a letter
  /// nor a digit.
  case camelCase
  /// `AskedForDelete`
  case pascalCase
  /// `asked_for_delete`
  case snakeCase
  /// `ASKED_FOR_DELETE`
  case screamingSnakeCase
  /// `asked-for-delete`
  case kebabCase
  /// All letters in lower case.
  case lowerCase
  /// All letters in upper case.
  case upperCase

  // MARK: Escapes

  /// What stands between the quotes of a JSON string.
  case json
  /// What stands between the quotes of a Swift string literal of one line.
  case swift
  /// What stands between the quotes of a Kotlin string of one line.
  case kotlin
  /// What stands between the quotes of a Java string.
  case java
  /// What stands between the quotes of a TypeScript or JavaScript string, whichever of its three quotes they are.
  case typeScript
  /// What stands between the single quotes of an SQL string.
  case sql
  /// Text or the value of an attribute of HTML or XML.
  case html
  /// What stands in a comment, of whatever language: on one line, and without what could end the comment.
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
    case .json: String(JSONText.quoted(text).dropFirst().dropLast())
    case .swift: StringEscapes.swift(text)
    case .kotlin: StringEscapes.kotlin.escape(text)
    case .java: StringEscapes.java.escape(text)
    case .typeScript: StringEscapes.typeScript.escape(text)
    case .sql: text.replacing("'", with: "''")
    case .html: Self.html(text)
    case .comment: CommentText.of(text)
    }
  }

  private static func html(_ text: String) -> String {
    var buffer = TextBuffer()
    buffer.append(escaped: text.utf8)
    return buffer.text
  }
}
