import Foundation
import IgataDiagnostics
import IgataTemplateLanguage
import TestSupport
import Testing

@testable import IgataTool

/// The grammars of editors, which are made from the words of the language. Each has a template of the same name.
private let grammars = [
  "vscode/syntaxes/igata.tmLanguage.json", "vim/syntax/igata.vim", "emacs/igata-mode.el", "pygments/igata.py",
  "kate/igata.xml",
]

@Test(arguments: grammars)
func theGrammarsAreMadeFromTheWordsOfTheLanguage(_ path: String) throws {
  let name = try #require(path.split(separator: "/").last.map(String.init))
  let (vocabulary, diagnostics) = parseJSON(SourceFile(name: "vocabulary.json", bytes: Vocabulary.tree.lines()))
  #expect(diagnostics.isEmpty)
  let templates = TemplateSet(try grammarTemplates())
  var renderer = Renderer(templates, options: RenderOptions(mode: .strict, escape: .none))
  var output: [UInt8] = []
  try renderer.render(name, value: TemplateValue(try #require(vocabulary)), into: &output)
  let file = Golden.repository.appending(path: "Examples/Editors/\(path)")
  let difference = try Golden.difference(String(decoding: output, as: UTF8.self), in: file)
  #expect(difference == nil, "\(difference ?? "")")
}

private func grammarTemplates() throws -> [Template] {
  let folder = Golden.repository.appending(path: "Tests/Editors/Templates")
  return try Golden.files(in: folder, ending: ".mustache").map { file in
    let source = SourceFile(name: file.lastPathComponent, bytes: Array(try Data(contentsOf: file)))
    let (template, diagnostics) = compile(source, as: String(file.lastPathComponent.dropLast(".mustache".count)))
    #expect(diagnostics.isEmpty, "\(file.lastPathComponent)")
    return template
  }
}

/// A word that the templates don't name is a keyword that the grammars don't know.
@Test(arguments: grammars)
func theGrammarsHaveAllWords(_ path: String) throws {
  let file = Golden.repository.appending(path: "Examples/Editors/\(path)")
  let text = try String(contentsOf: file, encoding: .utf8)
  let words = Set(text.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.map { String($0) })
  guard case .object(let members) = Vocabulary.tree else { return }
  let colored: Set = [
    "declarations", "members", "constraints", "distributions", "order", "literals", "null", "types", "functions", "methods",
  ]
  #expect(colored.isSubset(of: members.map(\.key)))
  for member in members where colored.contains(member.key) {
    for word in texts(of: member.value) { #expect(words.contains(word), "\(word)") }
  }
}

private func texts(of tree: JSONTree) -> [String] {
  switch tree {
  case .text(let text): [text]
  case .list(let elements): elements.flatMap(texts)
  case .null, .flag, .number, .object: []
  }
}

/// Each pattern of the TextMate grammar is a regular expression, and each name of a pattern is defined.
@Test func theTextMateGrammarIsWellFormed() throws {
  let file = Golden.repository.appending(path: "Examples/Editors/vscode/syntaxes/igata.tmLanguage.json")
  let grammar = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
  let repository = try #require(grammar["repository"] as? [String: Any])
  var used: Set<String> = []
  try checkPatterns(of: grammar, &used)
  #expect(used == Set(repository.keys))
}

private func checkPatterns(of value: Any, _ used: inout Set<String>) throws {
  if let list = value as? [Any] { for element in list { try checkPatterns(of: element, &used) } }
  guard let object = value as? [String: Any] else { return }
  for (key, value) in object {
    if ["match", "begin", "end"].contains(key), let pattern = value as? String {
      #expect(throws: Never.self, "\(pattern)") { try NSRegularExpression(pattern: pattern) }
    } else if key == "include", let name = value as? String {
      #expect(name.hasPrefix("#"))
      used.insert(String(name.dropFirst()))
    } else {
      try checkPatterns(of: value, &used)
    }
  }
}
