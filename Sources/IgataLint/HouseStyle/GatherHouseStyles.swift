public import IgataDiagnostics
public import IgataSchema

extension Declarations {
  /// Merges the findings of one rule in one file into one finding if there are enough of them to show a consistent
  /// style.
  ///
  /// Suppressions and baselines apply to single findings, so they must be applied before.
  ///
  /// - Parameter findings: In source order, including errors of the language.
  /// - Returns: In source order. A merged finding is at the location of its first finding.
  public func gatherHouseStyles(_ findings: [Diagnostic]) -> [Diagnostic] {
    var groups: [StyleKey: [Diagnostic]] = [:]
    for finding in findings where houseStyles[finding.kind] != nil {
      groups[StyleKey(finding), default: []].append(finding)
    }
    groups = groups.filter { $0.value.count > HouseStyle.maximumSeparateFindings }
    guard !groups.isEmpty else { return findings }
    var isGathered: Set<StyleKey> = []
    return findings.compactMap { finding in
      guard let style = houseStyles[finding.kind], let group = groups[StyleKey(finding)] else { return finding }
      return isGathered.insert(StyleKey(finding)).inserted ? gathered(group, style) : nil
    }
  }

  private func gathered(_ group: [Diagnostic], _ style: HouseStyle) -> Diagnostic {
    var result = group[0]
    result.message = "\(group.count) \(style.phrase)\(examples(of: group))"
    result.help = "\(style.help), or write '// igata:allow \(result.kind.id) WHY' at the top of the file"
    result.related = []
    result.fixes = fix(for: group, style).map { [$0] } ?? []
    return result
  }

  /// The most frequent names, at most three, with the text that introduces them.
  private func examples(of group: [Diagnostic]) -> String {
    var counts: [String: Int] = [:]
    var names: [String] = []
    for finding in group {
      let name = exampleName(finding)
      if counts[name] == nil { names.append(name) }
      counts[name, default: 0] += 1
    }
    // Comparing the indexes makes the order stable: names that are equally frequent stay in source order.
    let ranked = names.enumerated().sorted { left, right in
      let (a, b) = (counts[left.element] ?? 0, counts[right.element] ?? 0)
      return a == b ? left.offset < right.offset : a > b
    }
    let quoted = ranked.prefix(3).map { "'\($0.element)'" }
    let lead = names.count > 3 ? ", such as " : ": "
    guard let last = quoted.last, quoted.count > 1 else { return lead + quoted.joined() }
    return lead + quoted.dropLast().joined(separator: ", ") + " and " + last
  }

  /// The name that the finding is at, or the path of the member if it is at something else, such as a type.
  private func exampleName(_ finding: Diagnostic) -> String {
    let range = finding.range
    let text = String(decoding: trees[range.file].source.bytes[range.start..<range.end], as: UTF8.self)
    guard let path = path(to: range) else { return text }
    return path == text || (path.hasSuffix(".\(text)") && !text.contains("(")) ? text : path
  }

  /// One fix that combines the fixes of the findings, or `nil` if none has a fix. A fix that is adjacent to another
  /// one, or would give two members the same name, is omitted.
  private func fix(for group: [Diagnostic], _ style: HouseStyle) -> Diagnostic.Fix? {
    var taken: [Int: TakenRanges] = [:]
    var names: Set<String> = []
    var edits: [Diagnostic.Fix.Edit] = []
    var count = 0
    var isSafe = true
    for finding in group {
      guard let fix = finding.fixes.first,
        fix.edits.allSatisfy({ taken[$0.range.file]?.isFree($0.range) ?? true })
      else { continue }
      if let new = fix.edits.first(where: { $0.range == finding.range })?.replacement {
        let owner = (path(to: finding.range) ?? "").split(separator: ".").dropLast().joined()
        guard names.insert("\(owner).\(new)").inserted else { continue }
      }
      for edit in fix.edits { taken[edit.range.file, default: TakenRanges()].add(edit) }
      edits += fix.edits
      count += 1
      isSafe = isSafe && fix.isSafe
    }
    guard count > 0 else { return nil }
    let title = count == group.count ? style.help : "\(style.help) (\(count) of \(group.count))"
    return Diagnostic.Fix(title: title, edits: edits, isSafe: isSafe)
  }
}

private struct StyleKey: Hashable {
  var file: Int
  var rule: DiagnosticKind

  init(_ finding: Diagnostic) { (file, rule) = (finding.range.file, finding.kind) }
}

private let houseStyles: [DiagnosticKind: HouseStyle] = Dictionary(
  LintRule.all.compactMap { rule in rule.houseStyle.map { (rule.kind, $0) } }, uniquingKeysWith: { first, _ in first })
