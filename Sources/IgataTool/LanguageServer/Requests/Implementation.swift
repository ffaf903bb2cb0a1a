import IgataDiagnostics
import IgataEditing
import IgataGeneration
import IgataSchema
import IgataSyntax

/// The generated Swift of a declaration.
extension LanguageServer {
  mutating func implementation(_ parameters: Parameters) throws(ResponseError) -> JSONTree {
    guard let (document, location) = try locatePosition(parameters),
      let declaration = document.snapshot.occurrence(at: location)?.declaration,
      let definition = document.snapshot.definitions(at: location).first
    else { return .null }
    let schema = document.snapshot.schema
    let names = schema.swiftNames(of: declaration)
    let path = document.snapshot.files[definition.file].name
    var trees: [JSONTree] = []
    for file in generatedFiles(of: path, workspace.project(document.key).configuration) {
      if let range = file.declaration(of: names) { trees.append(tree(range, in: file)) }
    }
    return .list(trees)
  }

  /// The Swift files that were generated from a schema file, as the manifest of the output folder knows them.
  private func generatedFiles(of path: String, _ configuration: Configuration) -> [SourceFile] {
    guard let location = configuration.output, let bytes = try? location.appending(Manifest.fileName).read(),
      let manifest = Manifest(bytes)
    else { return [] }
    let folder = FileSystem.absolute(location.path)
    let name = PathText.relative(path, to: folder)
    let files = manifest.files.filter { _, entry in
      entry.owner?.kind == OutputKind.swift.rawValue && entry.owner?.schemas.contains(name) == true
    }
    return files.keys.sorted(by: PathText.isOrdered).compactMap { file in
      (try? location.appending(file).read()).map { SourceFile(name: PathText.join(folder, file), bytes: $0) }
    }
  }
}

extension Schema {
  /// The names that lead to a declaration in the generated code: that of the type, and that of its member.
  fileprivate func swiftNames(of declaration: NameUse.Declaration) -> (type: String, member: String?) {
    switch declaration {
    case .model(let index): (models[index].name, nil)
    case .structure(let index): (structs[index].name, nil)
    case .enumeration(let index): (enums[index].name, nil)
    case .newtype(let index): (newtypes[index].name, nil)
    case .enumCase(let index, let number): (enums[index].name, enums[index].cases[number].name)
    case .field(let index, let name): (models[index].name, name)
    case .structField(let index, let name): (structs[index].name, name)
    }
  }
}

extension SourceFile {
  /// The range of the name where generated Swift declares a type or a member of it; `nil` if it doesn't.
  fileprivate func declaration(of names: (type: String, member: String?)) -> SourceRange? {
    guard let type = first(of: ["class", "struct", "enum"], names.type, after: 0) else { return nil }
    guard let member = names.member else { return type }
    return first(of: ["var", "let", "case"], member, after: type.end) ?? type
  }

  private func first(of keywords: [String], _ name: String, after start: Int) -> SourceRange? {
    var found: SourceRange?
    for keyword in keywords {
      for spelling in ["\(keyword) \(name)", "\(keyword) `\(name)`"] {
        guard let offset = firstOffset(of: Array(spelling.utf8), from: start),
          found.map({ offset < $0.start }) ?? true
        else { continue }
        let begin = offset + keyword.utf8.count + 1
        found = SourceRange(file: 0, start: begin, end: offset + spelling.utf8.count)
      }
    }
    return found
  }

  /// The first offset at which a text stands as whole words.
  private func firstOffset(of text: [UInt8], from start: Int) -> Int? {
    func isWord(_ offset: Int) -> Bool { bytes.indices.contains(offset) && bytes[offset].isPartOfIdentifier }
    guard let first = text.first, bytes.count >= text.count else { return nil }
    var offset = start
    while offset <= bytes.count - text.count {
      if bytes[offset] == first, bytes[offset..<offset + text.count].elementsEqual(text), !isWord(offset - 1),
        !isWord(offset + text.count)
      {
        return offset
      }
      offset += 1
    }
    return nil
  }
}
