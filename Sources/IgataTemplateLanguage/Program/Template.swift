/// A compiled template. Put it into a ``TemplateSet`` to render it.
public struct Template: Sendable {
  /// The name that partial and parent tags use for it.
  public let name: String
  let code: Code

  init(name: String, code: Code) {
    self.name = name
    self.code = code
  }
}
