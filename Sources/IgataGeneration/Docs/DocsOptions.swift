/// A form of the documentation of a schema.
public enum DocsFormat: String, CaseIterable, Hashable, Sendable {
  /// One page with everything.
  case html
  /// The diagram.
  case svg
  /// The diagram for Mermaid.
  case mermaid
  /// The diagram for Graphviz.
  case dot
  /// The tables for DBML.
  case dbml
  /// The diagram for D2.
  case d2
  /// A table for each model.
  case markdown

  /// The extension of a file in this form.
  public var ending: String {
    switch self {
    case .html, .svg, .dot, .dbml, .d2: rawValue
    case .mermaid: "mmd"
    case .markdown: "md"
    }
  }
}

/// What is documented, and how.
public struct DocsOptions: Hashable, Sendable {
  public var format: DocsFormat
  /// The title of the page. By default, the name of the only file or of the folder.
  public var title: String?
  /// The model that is documented along with its neighbors; `nil` for the whole schema.
  public var around: String?
  /// The number of relations between ``around`` and the models that are documented.
  public var depth: Int
  /// The SQL engines whose statements a page shows. `nil` for SQLite, unless there are so many models that the page
  /// would become too large. The tables for DBML are those of the first one.
  public var dialects: [Dialect]?
  /// The name of the folder that contains all schema files.
  public var folder: String
  /// Findings of the linter, for a list at the end of the page; `nil` for none.
  public var findings: [DocsFinding]?

  public init(
    format: DocsFormat = .html, title: String? = nil, around: String? = nil, depth: Int = 1,
    dialects: [Dialect]? = nil, folder: String = "", findings: [DocsFinding]? = nil
  ) {
    self.format = format
    self.title = title
    self.around = around
    self.depth = depth
    self.dialects = dialects
    self.folder = folder
    self.findings = findings
  }
}

/// A finding of the linter, as a page shows it.
public struct DocsFinding: Hashable, Sendable {
  public var rule: String
  public var severity: String
  public var message: String
  /// `household.igata:3`
  public var location: String

  public init(rule: String, severity: String, message: String, location: String) {
    self.rule = rule
    self.severity = severity
    self.message = message
    self.location = location
  }
}
