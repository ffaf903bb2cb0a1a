/// The options of a rendering.
public struct RenderOptions: Sendable, Hashable {
  /// The way in which unknown names are handled.
  public enum Mode: Sendable, Hashable {
    /// Unknown names and templates are errors, and so are values that can't be printed as text.
    case strict
    /// Unknown names print nothing, as the Mustache specification requires.
    case lenient
  }

  /// The characters that are escaped in `{{name}}`. `{{{name}}}` and `{{&name}}` never escape.
  public enum Escape: Sendable, Hashable {
    /// Escapes `&`, `<`, `>`, `"` and `'`.
    case html
    /// Escapes nothing: the values are already escaped for the context in which they are printed.
    case none
  }

  public var mode: Mode
  public var escape: Escape
  /// Limits that ordinary templates never reach.
  var limits = RenderLimits()

  public init(mode: Mode = .strict, escape: Escape = .none) {
    self.mode = mode
    self.escape = escape
  }

  /// The same options for a text that an editor waits for: it has a small part of the steps of a run.
  package var forEditors: RenderOptions {
    var options = self
    options.limits.steps = 1 << 21
    return options
  }
}

/// Limits that prevent templates from running forever or exhausting memory. The templates of a repository that was
/// cloned run whenever its schemas are compiled.
struct RenderLimits: Sendable, Hashable {
  /// The maximum number of templates and blocks that are open at a time.
  var depth = 256
  /// The maximum number of operations and lookups of all renderings of a renderer, which take a few seconds.
  var steps = 1 << 28
  /// The maximum number of bytes that all renderings of a renderer print.
  var output = 1 << 30
  /// The maximum total number of bytes in the indentation of partials.
  var indentation = 1 << 16
}
