/// How a template is rendered.
public struct RenderOptions: Sendable, Hashable {
  /// What a name that is not there means.
  public enum Mode: Sendable, Hashable {
    /// An error. So is an unknown template, and a value that is no text where text belongs.
    case strict
    /// Nothing: it prints as nothing, as the Mustache specification wants it.
    case lenient
  }

  /// What is escaped in `{{name}}`; never in `{{{name}}}` and `{{&name}}`.
  public enum Escape: Sendable, Hashable {
    /// `&`, `<`, `>`, `"` and `'`.
    case html
    /// Nothing: values arrive escaped for where they stand.
    case none
  }

  public var mode: Mode
  public var escape: Escape
  /// Bounds that no honest template meets.
  var limits = RenderLimits()

  public init(mode: Mode = .strict, escape: Escape = .none) {
    self.mode = mode
    self.escape = escape
  }
}

/// What keeps a template from running for ever or filling the memory.
struct RenderLimits: Sendable, Hashable {
  /// How many templates and blocks may be open at a time.
  var depth = 256
  /// How many operations and look-ups a rendering may take: a few seconds.
  var steps = 1 << 28
  /// How many bytes a rendering may print.
  var output = 1 << 30
  /// How many bytes the indentation of partials may add up to.
  var indentation = 1 << 16
}
