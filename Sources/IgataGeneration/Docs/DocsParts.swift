import IgataEvolution
import IgataTemplateLanguage

/// The parts of a page that aren't HTML, and are rendered before it: the Swift of each model, the style and the script.
struct DocsParts: Sendable {
  /// The Swift of each model, by its index.
  private(set) var swift: [Int: String] = [:]
  private(set) var style = ""
  private(set) var script = ""
  private(set) var diagramStyle = ""

  init(_ scope: DocsScope, _ format: DocsFormat, _ renderer: inout Renderer) throws(RenderError) {
    guard format.isMarkup else { return }
    diagramStyle = try renderer.text(DocsTemplates.diagramStyle)
    guard format == .html else { return }
    style = try renderer.text(DocsTemplates.style) + diagramStyle
    script = try renderer.text(DocsTemplates.script)
    for model in scope.selection.models {
      let view = Record(["model": .view(scope.generation.modelView(model)), "names": scope.generation.names])
      var text = Substring(try renderer.text(DocsTemplates.swift, view))
      while text.last == "\n" { text.removeLast() }
      swift[model] = String(text)
    }
  }

  /// The source of a content security policy that allows a style or a script: `sha256-…`.
  static func policy(for text: String) -> String { "sha256-" + base64(SHA256.bytes(of: Array(text.utf8))) }

  private static func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var number = group.reduce(0) { $0 << 8 | Int($1) }
      number <<= 8 * (3 - group.count)
      for digit in 0..<4 {
        text.append(digit <= group.count ? digits[number >> (18 - 6 * digit) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension Renderer {
  fileprivate mutating func text(_ template: String, _ view: Record = Record([:])) throws(RenderError) -> String {
    var bytes: [UInt8] = []
    try render(template, view, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
