import IgataSchema

/// The declarations of one schema file, or one of them, as indices into the lists of the schema.
struct FileDeclarations: Sendable {
  private(set) var enums: [Int] = []
  private(set) var newtypes: [Int] = []
  private(set) var structs: [Int] = []
  private(set) var models: [Int] = []

  init() {}

  /// Only the given declaration; none for a field or a case.
  init(only declaration: NameUse.Declaration) {
    switch declaration {
    case .model(let index): models = [index]
    case .structure(let index): structs = [index]
    case .enumeration(let index): enums = [index]
    case .newtype(let index): newtypes = [index]
    case .enumCase, .field, .structField: break
    }
  }

  /// Groups the declarations of a schema by file in one pass. A search for each file would take quadratic time.
  static func all(of schema: Schema) -> [FileDeclarations] {
    var files: [FileDeclarations] = []
    func add(_ origins: [Origin], to list: WritableKeyPath<FileDeclarations, [Int]>) {
      for (index, origin) in origins.enumerated() {
        while files.count <= origin.file { files.append(FileDeclarations()) }
        files[origin.file][keyPath: list].append(index)
      }
    }
    add(schema.enums.map(\.origin), to: \.enums)
    add(schema.newtypes.map(\.origin), to: \.newtypes)
    add(schema.structs.map(\.origin), to: \.structs)
    add(schema.models.map(\.origin), to: \.models)
    return files
  }
}
