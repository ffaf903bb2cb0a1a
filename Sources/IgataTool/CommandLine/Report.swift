import IgataDiagnostics
import IgataLint

/// The format in which diagnostics are reported.
enum ReportForm: String, CaseIterable, Sendable {
  /// For people, on standard error, as soon as they are found.
  case text
  case json, sarif, github, junit
}

extension OptionRule {
  static let report = OptionRule(
    "report", .choice(ReportForm.allCases.map(\.rawValue)), "how diagnostics are printed (default: text)")
}

/// The diagnostics of a run for programs: one document for all stages.
final class Report {
  let form: ReportForm
  /// The command as the document names it: `igata lint`.
  private let title: String
  /// The address of the site with the pages of the kinds; `nil` if it has none.
  private let site: String?
  /// The levels of the lint rules, if the command runs them.
  private var settings: LintSettings?
  private var files: [SourceFile] = []
  private var indexes: [String: Int] = [:]
  private var entries: [ReportedDiagnostic] = []

  init(_ form: ReportForm = .text, title: String = "igata", site: String? = DocumentationSite.address) {
    self.form = form
    self.title = title
    self.site = site
  }

  /// Adds diagnostics whose ranges refer to the given files. Files are identified by name.
  func add(_ diagnostics: [ReportedDiagnostic], in files: [SourceFile], settings: LintSettings? = nil) {
    guard form != .text else { return }
    if let settings { self.settings = settings }
    entries += diagnostics.map { entry in
      var entry = entry
      entry.diagnostic.moveFiles { files.indices.contains($0) ? index(of: files[$0]) : Int.max }
      return entry
    }
  }

  /// Adds files that are part of the report even if nothing is found in them.
  func add(_ files: [SourceFile]) {
    guard form != .text else { return }
    for file in files { _ = index(of: file) }
  }

  private func index(of file: SourceFile) -> Int {
    if let index = indexes[file.name] { return index }
    indexes[file.name] = files.count
    files.append(file)
    return files.count - 1
  }

  /// Removes all diagnostics and files.
  func clear() { (files, indexes, entries) = ([], [:], []) }

  /// The whole document. Empty for text, which has already been printed.
  var document: String {
    // Only SARIF can mark diagnostics as suppressed.
    let reported = entries.filter { $0.suppression == nil }.map(\.diagnostic)
    return switch form {
    case .text: ""
    case .json: renderJSON(reported, files: files)
    case .github: renderGitHub(reported, files: files)
    case .junit: renderJUnit(reported, files: files, title: title)
    case .sarif: renderSARIF(entries, files: files, kinds: kinds, version: Version.command)
    }
  }

  /// The kinds of the reported diagnostics, and all lint rules if the command runs them.
  private var kinds: [KindDescription] {
    let reported = Set(entries.map(\.diagnostic.kind))
    return DiagnosticKind.all.compactMap { kind in
      let rule = LintRule.all.first { $0.kind == kind }
      guard reported.contains(kind) || (rule != nil && settings != nil) else { return nil }
      let severity = rule.flatMap { rule in settings.map { $0.level(of: rule).severity } } ?? .error
      return KindDescription(
        kind, severity: severity, group: rule?.group.rawValue, address: DocumentationSite.page(of: kind.id, at: site))
    }
  }
}

extension Console {
  /// Reports diagnostics in source order. Fails if there are errors among them.
  func report(_ diagnostics: [Diagnostic], in files: [SourceFile]) throws(Failure) {
    show(diagnostics, in: files)
    if diagnostics.contains(where: { $0.severity == .error }) { throw Failure(.negative, messages: []) }
  }

  /// Reports diagnostics in source order.
  func show(_ diagnostics: [Diagnostic], in files: [SourceFile]) {
    show(sorted: diagnostics.sortedInSourceOrder(), in: files)
  }

  /// Reports diagnostics in the given order.
  func show(sorted: [Diagnostic], in files: [SourceFile]) {
    guard report.form == .text else { return report.add(sorted.map { ReportedDiagnostic($0) }, in: files) }
    if !sorted.isEmpty { say(renderText(sorted, files: files, color: Console.isColorful)) }
  }
}

extension Diagnostic {
  /// Maps the file indices of all ranges.
  fileprivate mutating func moveFiles(_ move: (Int) -> Int) {
    range.file = move(range.file)
    for index in related.indices { related[index].range.file = move(related[index].range.file) }
    for index in fixes.indices {
      for edit in fixes[index].edits.indices {
        fixes[index].edits[edit].range.file = move(fixes[index].edits[edit].range.file)
      }
    }
  }
}
