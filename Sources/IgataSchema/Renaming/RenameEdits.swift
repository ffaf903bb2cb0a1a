public import IgataDiagnostics
import IgataSyntax

extension Declarations {
  /// The edits that rename a declaration and all references to it, and preserve what is stored.
  ///
  /// A case of an enum over strings keeps its raw value. What becomes of a table or a column is given by `stored`.
  ///
  /// - Parameters:
  ///   - new: The new name, without backticks.
  ///   - text: The name as it is written, with backticks if it needs them.
  public func renameEdits(
    of declaration: NameUse.Declaration, to new: String, written text: String, stored: StoredName
  ) -> [Diagnostic.Fix.Edit] {
    let names = names(of: declaration)
    // The resolver may have read a name more than once.
    var seen: Set<SourceRange> = []
    let ranges = (names + references(to: declaration)).filter { seen.insert($0).inserted }
    var edits = ranges.map { Diagnostic.Fix.Edit($0, text) }
    guard let name = names.first else { return [] }
    switch (declaration, stored) {
    case (.structure, _), (.enumeration, _), (.newtype, _): break
    case (.enumCase(let enumeration, let index), _):
      if let edit = rawValue(ofCase: index, in: enumeration, at: name, named: new) { edits.append(edit) }
    case (.model(let index), .keep): edits += storedNames(ofModel: index, at: name, named: new)
    case (.model(let index), .follow(let recorded)):
      let attributes = models[index].syntax.attributes
      guard !attributes.has("table") else { break }
      let isRecorded = recorded?.models.contains(models[index].name) ?? true
      edits += formerName(models[index].name, new, attributes, name.endPoint, isRecorded: isRecorded)
    case (.field, .keep), (.structField, .keep):
      if let field = field(declaration) { edits += storedName(of: field, named: new) }
    case (.field, .follow(let recorded)), (.structField, .follow(let recorded)):
      guard let field = field(declaration), field.isStored, field.attribute("column") == nil else { break }
      let isRecorded = recorded.map { $0.fields[self.name(of: field.owner)]?.contains(field.name) ?? false } ?? true
      let attributes = field.syntax.attributes
      edits += formerName(field.name, new, attributes, field.syntax.range.endPoint, isRecorded: isRecorded)
    }
    return edits
  }

  /// The edit that adds the raw value that a case had by its name.
  private func rawValue(
    ofCase index: Int, in enumeration: Int, at name: SourceRange, named new: String
  ) -> Diagnostic.Fix.Edit? {
    let type = schema.enums[enumeration]
    guard type.rawType == .string, !type.cases[index].isUnknown else { return nil }
    let syntax = enums[enumeration].syntax.cases.first { $0.name.range == name }
    guard syntax?.rawValue == nil, type.cases[index].name != new else { return nil }
    return .init(name.endPoint, " = \(stringLiteral(type.cases[index].name))")
  }

  /// The edit of `@renamed`, which keeps its first name. Renaming back removes it.
  private func formerName(
    _ old: String, _ new: String, _ attributes: [AttributeSyntax], _ end: SourceRange, isRecorded: Bool
  ) -> [Diagnostic.Fix.Edit] {
    guard let attribute = attributes.first(where: { $0.name.text == "renamed" }) else {
      return isRecorded && old != new ? [.init(end, " @renamed(from: \(stringLiteral(old)))")] : []
    }
    let isBack = attribute.arguments?.map(\.value.string) == [new]
    return isBack ? [.init(trees[attribute.range.file].withSpaceBefore(attribute.range), "")] : []
  }
}

// MARK: Names that stay

extension Declarations {
  /// The edits that keep the table of a model, and the columns of join tables that are named after the model.
  private func storedNames(ofModel index: Int, at name: SourceRange, named new: String) -> [Diagnostic.Fix.Edit] {
    let model = models[index].model
    var edits: [Diagnostic.Fix.Edit] = []
    if models[index].attribute("table") == nil, schema.names.table(of: new) != schema.names.table(of: model.name) {
      edits.append(.init(name.endPoint, " @table(\(stringLiteral(model.table)))"))
    }
    guard schema.names.column(of: new) != schema.names.column(of: model.name) else { return edits }
    for owner in models where !owner.model.joinTables.isEmpty {
      for join in owner.model.joinTables where owner.index == index || join.target == index {
        guard let field = fields[owner.fields].first(where: { $0.position == join.field }) else { continue }
        edits += joinTable(join, of: field, withColumns: true)
      }
    }
    return edits
  }

  /// The edits that keep the column or the join table of a field.
  private func storedName(of field: DeclaredField, named new: String) -> [Diagnostic.Fix.Edit] {
    if let join = joinTable(of: field) {
      // The columns of the target are named after the field where the target's name is taken.
      let isNamedAfterField = join.targetColumns.first?.hasPrefix(schema.names.column(of: field.name)) ?? false
      return joinTable(join, of: field, withColumns: isNamedAfterField)
    }
    guard let column = columnToKeep(of: field, named: new) else { return [] }
    return [.init(field.syntax.range.endPoint, " @column(\(stringLiteral(column)))")]
  }

  private func joinTable(of field: DeclaredField) -> JoinTable? {
    field.model.flatMap { model in schema.models[model].joinTable(ofField: field.position) }
  }

  /// The edits that give a join table its names, unless the source does.
  private func joinTable(_ join: JoinTable, of field: DeclaredField, withColumns: Bool) -> [Diagnostic.Fix.Edit] {
    let columns = (join.ownerColumns + join.targetColumns).map(stringLiteral)
    guard let attribute = field.attribute("joinTable") else {
      let names = [stringLiteral(join.name)] + (withColumns ? columns : [])
      return [.init(field.syntax.range.endPoint, " @joinTable(\(names.joined(separator: ", ")))")]
    }
    guard withColumns, let arguments = attribute.arguments, arguments.count == 1 else { return [] }
    return [.init(arguments[0].range.endPoint, ", \(columns.joined(separator: ", "))")]
  }

  /// The argument of `@column` that keeps a field's columns when it is renamed, or `nil` if they don't change.
  private func columnToKeep(of field: DeclaredField, named new: String) -> String? {
    guard field.hasColumn, field.attribute("column") == nil, field.attribute("columns") == nil,
      schema.names.column(of: new) != field.field.columnName
    else {
      return nil
    }
    guard case .toOne(let target, _, _) = field.kind, schema.models[target].primaryKey.count == 1,
      let model = field.model
    else { return field.field.columnName }
    // For a relation with one column, the attribute contains the whole name.
    return schema.models[model].columns.first { $0.field == field.position }?.name
  }
}

// MARK: Declarations

extension Declarations {
  /// The ranges of the names that declare something: one, or several if it is declared more than once.
  public func names(of declaration: NameUse.Declaration) -> [SourceRange] {
    switch declaration {
    case .model(let index): range(schema.models, index, \.origin.range)
    case .structure(let index): range(schema.structs, index, \.origin.range)
    case .enumeration(let index): range(schema.enums, index, \.origin.range)
    case .newtype(let index): range(schema.newtypes, index, \.origin.range)
    case .enumCase(let enumeration, let index):
      schema.enums.indices.contains(enumeration) ? range(schema.enums[enumeration].cases, index, \.origin.range) : []
    case .field(let model, let name): models.indices.contains(model) ? models[model].syntax.members.names(name) : []
    case .structField(let structure, let name):
      structs.indices.contains(structure) ? structs[structure].syntax.members.names(name) : []
    }
  }

  private func range<Element>(
    _ elements: [Element], _ index: Int, _ range: (Element) -> SourceRange
  ) -> [SourceRange] {
    elements.indices.contains(index) ? [range(elements[index])] : []
  }

  /// The field that is declared, or `nil` if it isn't a field, or its type is invalid.
  public func field(_ declaration: NameUse.Declaration) -> DeclaredField? {
    switch declaration {
    case .field(let model, let name): fields(of: .model(model)).first { $0.name == name }
    case .structField(let structure, let name): fields(of: .structure(structure)).first { $0.name == name }
    case .model, .structure, .enumeration, .newtype, .enumCase: nil
    }
  }
}

extension DeclaredField {
  /// Whether something is stored under its name: columns, or a join table.
  fileprivate var isStored: Bool { !kind.isInverse }
}

extension [AttributeSyntax] {
  package func has(_ name: String) -> Bool { contains { $0.name.text == name } }
}

extension [MemberSyntax] {
  fileprivate func names(_ name: String) -> [SourceRange] {
    compactMap { if case .field(let field) = $0, field.name.text == name { field.name.range } else { nil } }
  }
}
