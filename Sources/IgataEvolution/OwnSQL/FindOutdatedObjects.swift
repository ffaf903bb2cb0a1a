import IgataDiagnostics
import IgataSchema
import IgataTables

extension Evolution {
  /// Warns of objects of a sealed version that have the name of a table or a column which is gone, unless the next
  /// version defines its objects again: a new database couldn't create them.
  func outdatedObjects(of sealed: SealedVersions) -> [Diagnostic] {
    sealed.scripts.sorted { $0.key < $1.key }.compactMap { dialect, scripts in
      guard own[dialect]?.objects.isEmpty ?? true,
        let index = scripts.lastIndex(where: { !$0.objects.isEmpty }),
        let version = sealed.history.versions.dropFirst(index).first
      else { return nil }
      let statements = scripts[index].objects.map(words)
      for pair in tables.pairs {
        for words in statements where words.contains(foldedName(pair.old.name)) {
          guard let name = pair.goneNames.first(where: { words.contains(foldedName($0)) }) else { continue }
          return .outdatedObjects(naming: name, of: version, dialect, at: range(of: pair))
        }
      }
      return nil
    }
  }

  /// The words of a statement in lower case, with those of the texts in it: the body of a function is one.
  private func words(of statement: String) -> Set<String> {
    Set(statement.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map { foldedName(String($0)) })
  }

  private func range(of pair: TablePair) -> SourceRange {
    let models = match.new.models
    return models.first { $0.name == pair.new.model }?.origin.range ?? models.first?.origin.range
      ?? SourceRange(file: 0, start: 0, end: 0)
  }
}

extension TablePair {
  /// The former names of the table and of its columns that name nothing of it any more.
  fileprivate var goneNames: [String] {
    let kept = Set(new.columns.map(\.name))
    return (old.name == new.name ? [] : [old.name]) + old.columns.map(\.name).filter { !kept.contains($0) }
  }
}

extension VersionScript {
  /// The statements that define what a schema can't.
  fileprivate var objects: [String] {
    switch self {
    case .sqlite(let script): script.own.objects
    case .postgresql(let script): script.objects.sorted().map { script.transaction[$0] }
    }
  }
}
