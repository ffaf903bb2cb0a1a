import IgataDiagnostics
import IgataLint
import IgataTemplateLanguage

extension DiagnosticKind {
  static let invalidBaseline = DiagnosticKind(
    "invalid-baseline",
    """
    A baseline doesn't have the format that `igata lint --update-baseline` writes.

    A baseline is an object with the `version` 1 and a list of `findings`, each of which has a `file`, a `place`, a
    `rule` and a `count`. Run `igata lint --update-baseline` to write it again.
    """,
    language: .text,
    example: """
      {"version": 1, "findings": [{"file": "a.igata", "rule": "type-case"}]}
      """,
    fix: .replacing(#""rule": "type-case"}]}"#, with: #""place": "account", "rule": "type-case", "count": 1}]}"#))
}

/// The file that contains a baseline. The names of schemas in it are relative to its folder.
enum BaselineFile {
  private static let version = 1

  /// The text of a baseline. Each finding is on its own line, in sorted order, so that a change of one finding changes
  /// one line.
  static func text(_ baseline: Baseline) -> String {
    let entries = baseline.counts.sorted { left, right in
      let (a, b) = (left.key, right.key)
      if a.file != b.file { return PathText.isOrdered(a.file, b.file) }
      return a.path == b.path ? PathText.isOrdered(a.rule, b.rule) : PathText.isOrdered(a.path, b.path)
    }
    let json = JSONBuilder.tree { builder in
      builder.key("version", Self.version)
      builder.key("findings", list: entries) { finding, entry in
        finding.key("file", entry.key.file)
        finding.key("place", entry.key.path)
        finding.key("rule", entry.key.rule)
        finding.key("count", entry.value)
      }
    }
    return String(decoding: json.lines(through: 1), as: UTF8.self)
  }

  /// Whether a file is a baseline, though maybe with errors, and can be replaced by another one.
  static func isBaseline(_ bytes: [UInt8]) -> Bool {
    let json = parseJSON(SourceFile(name: "", bytes: bytes)).value
    return bytes.isEmpty || json?["findings"]?.elements != nil
  }

  /// Reads a baseline, and reports its errors.
  static func read(_ source: SourceFile) -> (baseline: Baseline, diagnostics: [Diagnostic]) {
    var baseline = Baseline()
    var (json, diagnostics) = parseJSON(source)
    guard let json else { return (baseline, diagnostics) }
    guard case .object(let members, _) = json,
      case .list(let findings, _)? = members.first(where: { $0.key == "findings" })?.value
    else { return (baseline, diagnostics + [.invalidBaseline("there is no list of 'findings'", at: json.range)]) }
    guard case .number(String(version), _)? = members.first(where: { $0.key == "version" })?.value else {
      return (baseline, diagnostics + [.invalidBaseline("the 'version' is not \(version)", at: json.range)])
    }
    for finding in findings {
      switch key(of: finding) {
      case .success(let (key, count)): baseline.counts[key] = count
      case .failure(let fault): diagnostics.append(fault.diagnostic)
      }
    }
    return (baseline, diagnostics)
  }

  private struct Fault: Error { var diagnostic: Diagnostic }

  private static func key(of finding: JSONValue) -> Result<(Baseline.Key, Int), Fault> {
    func fault(_ what: String) -> Result<(Baseline.Key, Int), Fault> {
      .failure(Fault(diagnostic: .invalidBaseline(what, at: finding.range)))
    }
    guard case .object(let members, _) = finding else { return fault("a finding is not an object") }
    func text(_ name: String) -> String? {
      if case .text(let text, _)? = members.first(where: { $0.key == name })?.value { text } else { nil }
    }
    guard let file = text("file"), let path = text("place"), let rule = members.first(where: { $0.key == "rule" }),
      case .text(let id, let range) = rule.value
    else { return fault("a finding has no 'file', no 'place' or no 'rule'") }
    guard case .number(let number, _)? = members.first(where: { $0.key == "count" })?.value, let count = Int(number),
      count > 0
    else { return fault("a finding has no positive 'count'") }
    guard LintRule.all.contains(where: { $0.id == id }) else {
      return .failure(Fault(diagnostic: .unknownRule(id, at: range)))
    }
    return .success((Baseline.Key(file: file, path: path, rule: id), count))
  }
}

extension Diagnostic {
  fileprivate static func invalidBaseline(_ what: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(.invalidBaseline, what, at: range, help: "run 'igata lint --update-baseline' to write it again")
  }
}
