import IgataEvolution
import IgataTemplateLanguage

/// The parts of a page that aren't HTML, and are rendered before it: the Swift of each model, the style and the script.
struct DocsParts: Sendable {
  /// The Swift of each model, by its index.
  private(set) var swift: [Int: [UInt8]] = [:]
  private(set) var style: [UInt8] = []
  private(set) var script: [UInt8] = []
  private(set) var diagramStyle: [UInt8] = []

  private static let swiftShape = Shape("model", "names")
  private static let empty = Record(Shape([String]()), [])

  init(_ scope: DocsScope, _ format: DocsFormat, _ renderer: inout Renderer) throws(RenderError) {
    guard format.isMarkup else { return }
    try renderer.render(DocsTemplates.diagramStyle, Self.empty, into: &diagramStyle)
    guard format == .html else { return }
    try renderer.render(DocsTemplates.style, Self.empty, into: &style)
    style += diagramStyle
    try renderer.render(DocsTemplates.script, Self.empty, into: &script)
    for model in scope.selection.models {
      let view = Record(Self.swiftShape, [.view(SwiftModelView(scope.generation, model)), scope.generation.names])
      var bytes: [UInt8] = []
      try renderer.render(DocsTemplates.swift, view, into: &bytes)
      while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
      swift[model] = bytes
    }
  }

  /// The source of a content security policy that allows a style or a script: `sha256-…`.
  static func policy(for text: [UInt8]) -> String { "sha256-" + base64(SHA256.bytes(of: text)) }

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
