import IgataDiagnostics
import IgataEditing
import IgataGeneration
import IgataLint
import IgataSchema

/// One state of the files of a project. The module of the command has another type of this name.
typealias ProjectSnapshot = IgataEditing.Snapshot

/// The files that share one namespace, and what is known about them.
struct Project {
  let key: ProjectKey
  var configuration: Configuration
  /// The paths of the schemas, in their order in the project.
  var paths: [String]
  /// Whether all files could be read, so that a name that isn't declared is an error.
  var isComplete: Bool
  /// The last state of the files that was needed; `nil` if none was.
  var snapshot: ProjectSnapshot?
  /// The current files; `nil` if ``snapshot`` is made from them.
  var pendingFiles: [SourceFile]?
  /// The findings of the rules in ``snapshot``; `nil` until they are needed.
  var findings: ProjectFindings?
  /// The findings of the last time that the rules have run, whose ranges may be those of an older text.
  var lastFindings: [Diagnostic] = []
  /// Renders declarations of ``snapshot``; `nil` until it is needed.
  var renderer: DeclarationRenderer?
  /// The change of the workspace that ``snapshot`` includes.
  var revision = 0
  /// The change of the list of files that ``paths`` includes.
  var listRevision: Int

  init(_ key: ProjectKey, _ configuration: Configuration, paths: [String], isComplete: Bool, listRevision: Int) {
    self.key = key
    self.configuration = configuration
    self.paths = paths
    self.isComplete = isComplete
    self.listRevision = listRevision
  }

  var options: ResolveOptions { ResolveOptions(names: configuration.names) }
  var lintSettings: LintSettings { LintSettings(configuration) }

  /// The dialects that SQL is generated for.
  var dialects: [Dialect] {
    configuration[.dialect]?.compactMap { Dialect(rawValue: $0) } ?? GenerationOptions().dialects
  }

  /// The index of a file, or `nil` if the project doesn't contain it.
  func index(of uri: DocumentURI) -> Int? { paths.firstIndex(of: uri.path) }
}

/// The findings of the rules in a project, and those about existing rows.
struct ProjectFindings {
  /// Every finding of the rules that the baseline doesn't contain.
  var all: [Diagnostic] = []
  /// What the schema doesn't say about the rows of the last sealed version.
  let changes: [Diagnostic]
  /// The findings to show: those of a style rule in one file are combined.
  var shown: [Diagnostic] = []
  /// The edits that apply all safe fixes to the project; `nil` until they are needed.
  var fixAllEdits: [Diagnostic.Fix.Edit]?
  /// The baseline and its errors; `nil` if there is none.
  var baseline: (source: SourceFile, diagnostics: [Diagnostic])?

  init(
    _ snapshot: ProjectSnapshot, _ settings: LintSettings, baseline source: SourceFile?, changes: [Diagnostic]
  ) {
    self.changes = changes
    all = snapshot.findings(settings).findings
    if let source {
      let (baseline, diagnostics) = BaselineFile.read(source)
      self.baseline = (source, diagnostics)
      all = baseline.partition(all, in: snapshot.declared, names: snapshot.files.names(relativeTo: source.name)).new
    }
    shown = changes + snapshot.declared.gatherHouseStyles(all)
  }
}
