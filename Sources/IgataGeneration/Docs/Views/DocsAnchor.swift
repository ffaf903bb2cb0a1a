import IgataDiagnostics

/// The anchors of declarations on a page.
enum DocsAnchor {
  /// The address of an anchor on the same page.
  static func address(_ anchor: String) -> String { "#" + percentEncoded(anchor) }
}
