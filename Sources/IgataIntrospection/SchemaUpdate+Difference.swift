internal import IgataDiagnostics
@_spi(Backend) package import IgataRuntime
@_spi(Backend) internal import IgataSQL
package import IgataSchema
internal import IgataSyntax
internal import IgataTables

// What the database has changed since the schema was written is the difference of two descriptions: of the catalog that
// was, and of the one that is. Each part of the schema that is as the first one describes it becomes as the second one
// does. What was written by hand stays.

/// A database as it was when a schema was written, and as it is, both described before anything is taken back.
package struct CatalogDifference {
  var before: IntrospectedSchema
  var after: IntrospectedSchema
  /// What of the first one a schema could say.
  var written: IntrospectedSchema
  private let refused: (Schema) -> [SchemaDifference]

  /// - Parameter refused: What `prepare` would have refused of a schema in the database as it was.
  package init(
    before: IntrospectedSchema, after: IntrospectedSchema, refused: @escaping (Schema) -> [SchemaDifference]
  ) {
    (self.before, self.after, written, self.refused) = (before, after, before, refused)
  }

  /// Takes back of the first description what a schema couldn't say, as it didn't compile or `prepare` refused it.
  mutating func fit(_ rules: NamingRules, leavingOut tables: [String]) {
    var fitting = SchemaFitting(before, rules)
    while let resolved = fitting.resolved() {
      let differences = refused(resolved)
      if differences.isEmpty || !fitting.takeBack(differences) { break }
    }
    if fitting.resolved() == nil { return }
    for table in tables { fitting.leaveOut(table: table) }
    written = fitting.schema
  }
}

extension SchemaUpdate {
  /// The names of fields that become relations and were named by introspection, by their tables and columns.
  func newRelationNames(_ parsed: ParsedSchema, since before: IntrospectedSchema) -> [[String]: String] {
    var names: [[String]: String] = [:]
    for model in described.models {
      guard let known = parsed.model(of: model.table), let old = before.model(of: model.table, dialect) else {
        continue
      }
      var taken = Set(known.model.fields.map(\.name) + known.model.reservedNames.map(\.name))
      for field in model.fields where field.isRelation && field.columns.count == 1 {
        let columns = field.columns.map(dialect.canonicalName)
        guard let number = known.field(of: columns), !known.model.fields[number].isRelation,
          let former = before.models[old].fields.first(where: { $0.columns.map(dialect.canonicalName) == columns }),
          !former.isRelation, former.name == known.model.fields[number].name, taken.insert(field.name).inserted
        else { continue }
        names[[dialect.canonicalName(model.table)] + columns] = field.name
      }
    }
    return names
  }

  /// Follows what the database has changed in tables that are there.
  ///
  /// - Parameter enums: The lines of the enums as introspection has written them.
  mutating func follow(
    _ difference: CatalogDifference, enums: Set<[String]>, _ parsed: ParsedSchema, _ edits: inout SourceEdits
  ) {
    let descriptions = DescribedVersions(difference, described, enums: enums, names, dialect)
    let newtypes = followNewtypes(descriptions, parsed, &edits)
    var dropped: [String: Int] = [:]
    for known in parsed.models {
      guard let versions = descriptions.of(known.model.table) else {
        // Without rows, nothing describes a view as it was.
        let after = difference.after.model(of: known.model.table, dialect).map { difference.after.models[$0] }
        if after?.isReadOnly == false { removeReadOnly(known, &edits) }
        continue
      }
      if versions.isSame { continue }
      followModel(known, versions, &edits)
      for number in known.model.fields.indices where !known.columns[number].isEmpty {
        guard let written = known.syntax.field(known.model.fields[number].name) else { continue }
        let name = follow(number, written, of: known, versions, newtypes, parsed, &edits)
        if let name { dropped[name, default: 0] += 1 }
      }
      addRelations(known, versions, &edits)
    }
    removeEnums(dropped, parsed, &edits)
  }

  // MARK: Models

  private mutating func followModel(_ known: ExternalModel, _ versions: ModelVersions, _ edits: inout SourceEdits) {
    let (name, syntax) = (known.model.name, known.syntax)
    followDocumentation(
      syntax.documentation, before: syntax.range, versions.before.documentation, versions.after.documentation, name,
      &edits)
    if versions.before.isReadOnly, !versions.after.isReadOnly { removeReadOnly(known, &edits) }
  }

  private mutating func removeReadOnly(_ known: ExternalModel, _ edits: inout SourceEdits) {
    let mark = known.syntax.attributes.first { $0.name.text == AttributeKind.readOnly.rawValue }
    guard let mark else { return }
    edits.remove(mark)
    changes.append("changed \(known.model.name): the database has a table with a key")
  }

  private mutating func followDocumentation(
    _ documentation: DocumentationSyntax?, before range: SourceRange, _ old: [String], _ new: [String], _ name: String,
    _ edits: inout SourceEdits
  ) {
    let count = edits.count
    edits.follow(documentation, before: range, old: old, new: new)
    if edits.count != count { changes.append("changed \(name): the database has another comment") }
  }

  /// Takes over keys that are others, also where the one that is written still is one, such as the numbers of rows.
  mutating func followKeys(_ difference: CatalogDifference) {
    let parsed = parsed()
    let descriptions = DescribedVersions(difference, described, enums: [], names, dialect)
    var edits = SourceEdits(text)
    for known in parsed.models {
      guard let versions = descriptions.of(known.model.table), versions.before.key != versions.possible.key,
        let index = model(of: known.model.table)
      else { continue }
      let key = known.model.primaryKey.map { dialect.canonicalName(known.model.columns[$0].name) }
      // Another key was written by hand. One that was removed with its column isn't there any more.
      if !key.isEmpty, key != versions.before.key.map(dialect.canonicalName) { continue }
      let reason = "the database has the primary key (\(versions.possible.key.joined(separator: ", ")))"
      _ = takeKey(of: index, known.syntax, &edits, because: reason)
    }
    text = edits.text
  }

  // MARK: Fields

  /// Returns the enum that the field doesn't have any more.
  private mutating func follow(
    _ number: Int, _ written: FieldSyntax, of known: ExternalModel, _ versions: ModelVersions,
    _ newtypes: Set<String>, _ parsed: ParsedSchema, _ edits: inout SourceEdits
  ) -> String? {
    let columns = known.columns[number]
    let (field, model) = (known.model.fields[number], known.model.name)
    guard let lines = versions.lines(of: columns, as: relation(number, of: known, parsed)) else {
      for column in columns {
        guard let lines = versions.lines(of: [column], as: nil), lines.old.text != lines.new.text else { continue }
        changes.append("kept \(model).\(field.name) as it is: \(lines.difference)")
      }
      return nil
    }
    followDocumentation(
      written.documentation, before: written.range, lines.old.field.documentation, lines.new.field.documentation,
      "\(model).\(field.name)", &edits)
    guard lines.old.text != lines.new.text || lines.fitted.text != lines.possible.text,
      var old = FieldParts(line: lines.old.text),
      var new = FieldParts(line: lines.new.text), var possible = FieldParts(line: lines.possible.text),
      var fitted = FieldParts(line: lines.fitted.text)
    else { return nil }
    let writtenParts = FieldParts(written, in: edits)
    var droppedEnum: String?
    if let name = lines.old.field.elementType, !lines.new.field.isValue(of: name),
      parsed.enumeration(of: field)?.name == name, let syntax = parsed.enumSyntax(name)
    {
      if versions.enums.contains(edits.text(of: syntax.range).sortedLines), syntax.documentation == nil {
        droppedEnum = name
      } else {
        // What was written by hand can hold all values.
        open(syntax, because: lines.difference, &edits)
        (new.type, new.value, possible.type, possible.value) = (old.type, old.value, old.type, old.value)
        (fitted.type, fitted.value) = (old.type, old.value)
      }
    }
    // The rows from which the scalar was concluded may be gone.
    if lines.possible.field.isRelation, !lines.fitted.field.isRelation, Scalar(named: writtenParts.type) != nil {
      (old.type, fitted.type) = (writtenParts.type, writtenParts.type)
    }
    if let name = written.type?.base?.text, newtypes.contains(name) {
      let type = writtenParts.type
      (old.type, fitted.type, new.type, possible.type) = (type, type, type, type)
    }
    let count = edits.count
    let isWhole = edits.follow(written, old: old, fitted: fitted, new: new, possible: possible)
    if edits.count != count {
      changes.append("changed \(model).\(field.name): \(lines.difference)")
      if let type = lines.possible.field.elementType { declareEnum(type, &edits) }
      if let target = lines.possible.field.target, target != lines.fitted.field.target {
        newRelations.insert([versions.possible.table] + lines.possible.field.columns)
        if !field.isRelation { rename(written, of: known, to: lines.possible.field.name, parsed, &edits) }
      }
    }
    if !isWhole {
      changes.append("kept a part of \(model).\(field.name) that was written by hand: \(lines.difference)")
    }
    return edits.count != count ? droppedEnum : nil
  }

  /// What a field of the schema refers to; `nil` if it is no relation.
  private func relation(
    _ number: Int, of known: ExternalModel, _ parsed: ParsedSchema
  ) -> IntrospectedField.Relation? {
    guard case .toOne(let target, _, _) = known.model.fields[number].kind,
      let key = known.model.foreignKeys.first(where: { $0.field == number })
    else { return nil }
    let model = parsed.schema.models[target]
    let columns = key.references == model.primaryKey ? [] : key.references.map { model.columns[$0].name }
    let shared = key.columns.map { known.model.columns[$0] }.filter { !known.model.fields[$0.field].isImplied }
    return IntrospectedField.Relation(
      table: model.table, targetColumns: columns, deleteRule: "unconstrained", updateRule: nil, columnFields: [],
      sharedColumns: key.isLinked ? Set(shared.map(\.name)) : [])
  }

  func rename(
    _ field: FieldSyntax, of known: ExternalModel, to name: String, _ parsed: ParsedSchema, _ edits: inout SourceEdits
  ) {
    if field.name.text == name { return }
    edits.replace(field.name.range, with: nameText(name))
    let declaration = NameUse.Declaration.field(model: known.number, name: field.name.text)
    for use in parsed.schema.uses where use.declaration == declaration {
      edits.replace(use.range, with: nameText(name))
    }
  }

  /// Adds relations of several columns that are fields already.
  private mutating func addRelations(_ known: ExternalModel, _ versions: ModelVersions, _ edits: inout SourceEdits) {
    let old = Set(versions.before.fields.filter(\.isRelation).map(\.columns))
    for (number, field) in versions.possible.fields.enumerated()
    where field.isRelation && field.columns.count > 1 && !old.contains(field.columns) {
      let columns = field.columns.map(dialect.canonicalName)
      guard known.field(of: columns) == nil, columns.allSatisfy({ known.field(of: [$0]) != nil }) else { continue }
      edits.insert(versions.line(of: number), afterFieldsOf: known.syntax)
      newRelations.insert([versions.possible.table] + field.columns)
      changes.append("added \(known.model.name).\(field.name): the database has its foreign key")
    }
  }

  // MARK: Unique constraints and indexes

  /// Follows the constraints and indexes of several fields. Those of one are its attributes.
  ///
  /// - Parameter added: The columns of fields that are new, by the names of their tables.
  mutating func followConstraints(
    _ difference: CatalogDifference, _ parsed: ParsedSchema, added: [String: [[String]]], _ edits: inout SourceEdits
  ) {
    let descriptions = DescribedVersions(difference, described, enums: [], names, dialect)
    for known in parsed.models {
      guard let versions = descriptions.of(known.model.table) else { continue }
      let added = added[versions.possible.table] ?? []
      if versions.isSame, added.isEmpty { continue }
      for kind in [ConstraintSyntax.Kind.unique, .index] {
        follow(kind, of: known, added: added, versions, &edits)
      }
    }
  }

  private mutating func follow(
    _ kind: ConstraintSyntax.Kind, of known: ExternalModel, added: [[String]], _ versions: ModelVersions,
    _ edits: inout SourceEdits
  ) {
    let columns = known.columns + added
    let old = versions.before.constraints(kind, dialect)
    let fitted = versions.fitted.constraints(kind, dialect)
    let new = versions.after.constraints(kind, dialect)
    for parts in old where !new.contains(parts) {
      for constraint in known.constraints(kind, over: parts) {
        let text = edits.text(of: constraint.range)
        edits.removeLines(of: constraint.range, nil)
        changes.append("removed '\(text)' of \(known.model.name): the database doesn't have it any more")
      }
    }
    var lines: [String] = []
    for parts in versions.possible.constraints(kind, dialect)
    where new.contains(parts) && known.constraints(kind, over: parts).isEmpty {
      // It could be said before, and was taken out by hand.
      if fitted.contains(parts), !added.joined().contains(where: parts.columns.contains) { continue }
      // A foreign key has an index anyway.
      if parts.isOfValues, columns.contains(parts.columns) { continue }
      if let line = versions.line(of: parts, overFieldsOf: columns) { lines.append(line) }
    }
    edits.insert(lines, afterConstraintsOf: known.syntax)
    changes += lines.map { "added '\($0)' to \(known.model.name): the database has it" }
  }

  // MARK: Enums

  /// Lets an enum hold any value.
  private mutating func open(_ syntax: EnumSyntax, because reason: String, _ edits: inout SourceEdits) {
    let isOpen = syntax.cases.contains { $0.attributes.has(AttributeKind.unknown.rawValue) }
    guard !isOpen, let last = syntax.cases.last, let enumName = syntax.name?.text,
      openedEnums.insert(enumName).inserted
    else { return }
    let values = syntax.cases.compactMap { if case .string(let text)? = $0.rawValue?.value { text } else { nil } }
    let name = IntrospectedNames.distinct("other", from: Set(syntax.cases.map(\.name.text) + values))
    edits.insert("case \(name) @unknown", after: last.range)
    changes.append("added \(enumName).\(name), which holds any other value: \(reason)")
  }

  /// Removes enums that no field has any more.
  private mutating func removeEnums(_ dropped: [String: Int], _ parsed: ParsedSchema, _ edits: inout SourceEdits) {
    for (name, count) in dropped.sorted(by: { $0.key < $1.key }) {
      guard let number = parsed.schema.enums.firstIndex(where: { $0.name == name }),
        let syntax = parsed.enumSyntax(name),
        parsed.schema.uses.count(where: { $0.declaration == .enumeration(number) && $0.role == .type }) == count
      else { continue }
      edits.removeLines(of: syntax.range, syntax.documentation?.range)
      enums.remove(name)
      changes.append("removed \(name): no field has it any more")
    }
  }

  /// Adds the values that the database has got to the enums of the schema, and removes those that it has no more.
  mutating func addEnumCases(
    _ parsed: ParsedSchema, since difference: CatalogDifference?, _ edits: inout SourceEdits
  ) {
    for (_, described) in described.enums {
      guard let known = parsed.schema.enums.first(where: { $0.name == described.name }),
        let syntax = parsed.enumSyntax(known.name), let last = syntax.cases.last, known.rawType == .string,
        !known.cases.contains(where: \.isUnknown)
      else { continue }
      let before = difference?.before.enums.first { $0.declared.name == described.name }?.declared
      let values = Set(described.cases.map(\.value))
      for (name, value) in before?.cases ?? [] where !values.contains(value) {
        guard let item = syntax.cases.first(where: { $0.name.text == name }),
          known.cases.contains(where: { $0.name == name && $0.rawValue == .string(value) })
        else { continue }
        edits.removeLines(of: item.range, item.documentation?.range)
        changes.append("removed \(known.name).\(name): there is no value '\(value)' any more")
      }
      for (name, value) in described.cases where before?.cases.contains(where: { $0.value == value }) != true {
        if known.cases.contains(where: { $0.rawValue == .string(value) }) { continue }
        edits.insert(IntrospectedEnum.line((name, value)), after: last.range)
        changes.append("added \(known.name).\(name): the value '\(value)' is new")
      }
    }
  }
}

extension Field {
  fileprivate var isRelation: Bool { if case .toOne = kind { true } else { false } }
}
