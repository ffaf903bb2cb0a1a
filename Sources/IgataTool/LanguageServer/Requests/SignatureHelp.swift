import IgataDiagnostics
import IgataEditing

extension LanguageServer {
  mutating func signatureHelp(_ parameters: Parameters) throws(ResponseError) -> JSONTree {
    guard let (document, location) = try locatePosition(parameters),
      let help = document.snapshot.signatureHelp(at: location)
    else { return .null }
    let label = PositionTable(Array(help.label.utf8), .utf16)
    let signature = JSONBuilder.tree { builder in
      builder.key("label", help.label)
      if let documentation = help.documentation {
        builder.key("documentation", client.signatureFormat.tree(documentation))
      }
      builder.key("parameters", list: help.parameters) { parameter, range in
        // Offsets in a label are in UTF-16, whatever the encoding of positions is.
        let offsets = [range.lowerBound, range.upperBound].map { JSONTree.number(label.position(of: $0).character) }
        let text = String(decoding: label.bytes[range.clamped(to: 0..<label.bytes.count)], as: UTF8.self)
        parameter.key("label", client.usesLabelOffsets ? .list(offsets) : .text(text))
      }
    }
    return JSONBuilder.tree { builder in
      builder.key("signatures", .list([signature]))
      builder.key("activeSignature", 0)
      if let active = help.activeParameter { builder.key("activeParameter", active) }
    }
  }
}
