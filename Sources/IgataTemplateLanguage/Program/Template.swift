/// A compiled template. Add it to a ``TemplateSet`` to render it.
public struct Template: Sendable {
  /// The name that partial and parent tags use for it.
  public let name: String
  let code: Code

  /// The names of the templates that it includes, or `nil` if any of them is read from the data.
  public var inclusions: [String]? {
    let isDynamic = code.inclusions.contains { inclusion in
      if case .dynamic = inclusion.target { return true }
      return false
    }
    return isDynamic ? nil : code.templates.all
  }
}
