internal import IgataDiagnostics
@_spi(Backend) package import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataSchema
internal import IgataSyntax

// What doesn't compile after the first changes, and what `prepare` refuses, follows the database step by step.

/// What a field takes over from the description of its columns. Each step keeps less of what was written.
enum FollowStep: Int, CaseIterable {
  /// Whether it is optional; of a relation, that it has no foreign key.
  case optional
  /// What the database says of it.
  case form
  /// That it isn't unique together with others.
  case uniques
  /// Everything but the name, the comments and the attributes that say nothing of the database.
  case line
  /// The fields of the single columns.
  case columns
}

extension SchemaUpdate {
  /// Follows what `prepare` refuses. Returns whether anything was changed.
  package mutating func takeOver(_ differences: [SchemaDifference]) throws(Failure) -> Bool {
    let parsed = parsed()
    var edits = SourceEdits(text)
    var changed: Set<String> = []
    for difference in differences where changed.insert(difference.table).inserted {
      let reason = difference.found.map { "the database has \($0)" } ?? difference.problem
      guard let known = parsed.model(of: difference.table) else {
        removeList(in: difference.table, parsed, &edits, because: reason)
        continue
      }
      let (model, syntax) = (known.model, known.syntax)
      guard let index = self.model(of: model.table) else {
        edits.removeLines(of: syntax.range, syntax.documentation?.range)
        changes.append("removed \(model.name), as its table can't be described: \(reason)")
        continue
      }
      let field = model.fields.indices.first { field in
        difference.column.map { known.columns[field].contains(dialect.canonicalName($0)) } ?? false
      }
      let key = Set(model.primaryKey.map { model.columns[$0].name })
      let isOfKey = difference.column.map(key.contains) ?? true
      if isOfKey, takeKey(of: index, syntax, &edits, because: reason) { continue }
      if let field, let written = syntax.field(model.fields[field].name) {
        follow(written, of: index, syntax, &edits, because: reason)
      }
    }
    return try finish(edits)
  }

  /// Changes what doesn't compile. Returns whether anything was changed.
  mutating func mend(_ parsed: ParsedSchema) throws(Failure) -> Bool {
    var edits = SourceEdits(text)
    var changed: Set<Int> = []
    for error in parsed.errors {
      guard let syntax = parsed.owners.first(where: { $0.range.contains(error.range.start) }),
        changed.insert(syntax.range.start).inserted
      else { continue }
      let member = syntax.members.first { $0.range.contains(error.range.start) }
      guard let index = described.models.firstIndex(where: { $0.name == syntax.name?.text }) else {
        remove(member, of: syntax, parsed, &edits, because: error.message)
        continue
      }
      let count = edits.count
      switch member {
      case .constraint(let constraint) where constraint.kind != .primaryKey:
        edits.removeLines(of: constraint.range, nil)
        changes.append(
          "removed '\(edits.text(of: constraint.range))' of \(described.models[index].name): \(error.message)")
      case .field(let field) where field.has(.inverse):
        mendInverse(field, of: index, &edits, because: error.message)
      case .field(let field) where field.defaultValue?.range.contains(error.range.start) == true:
        edits.removeDefault(of: field)
        changes.append("changed \(described.models[index].name).\(field.name.text): \(error.message)")
      case .field(let field) where !field.has(.primaryKey):
        follow(field, of: index, syntax, &edits, because: error.message)
      case let member:
        if !takeKey(of: index, syntax, &edits, because: error.message), case .field(let field)? = member {
          follow(field, of: index, syntax, &edits, because: error.message)
        }
      }
      // A model whose table is described is never removed, as it can have more that was written by hand.
      if edits.count == count, member?.isRemovable == true {
        remove(member, of: syntax, parsed, &edits, because: error.message)
      }
    }
    return try finish(edits)
  }

  /// Removes what can't be described any more: a member, or the whole model of a table that another program makes.
  private mutating func remove(
    _ member: MemberSyntax?, of syntax: OwnerSyntax, _ parsed: ParsedSchema, _ edits: inout SourceEdits,
    because reason: String
  ) {
    guard let name = syntax.name?.text, parsed.models.contains(where: { $0.model.name == name }) else { return }
    switch member {
    case .field(let field):
      edits.removeLines(of: field.range, field.documentation?.range)
      changes.append("removed \(name).\(field.name.text): \(reason)")
    case .constraint(let constraint) where constraint.kind != .primaryKey:
      edits.removeLines(of: constraint.range, nil)
      changes.append("removed '\(edits.text(of: constraint.range))' of \(name): \(reason)")
    default:
      edits.removeLines(of: syntax.range, syntax.documentation?.range)
      changes.append("removed \(name), as its table can't be described: \(reason)")
    }
  }

  private mutating func finish(_ edits: SourceEdits) throws(Failure) -> Bool {
    if edits.count == 0 { return false }
    changesLeft -= 1
    if changesLeft < 0 { throw .endless(lastChange: changes.last ?? "") }
    text = edits.text
    return true
  }

  // MARK: Fields

  /// Gives a field what is described, and declares its enum if it is new.
  private mutating func change(
    _ written: FieldSyntax, to line: (text: String, field: IntrospectedField), keepsMore: Bool,
    _ edits: inout SourceEdits
  ) {
    let count = edits.count
    edits.change(written, to: line.text, keepsMore: keepsMore)
    if edits.count != count, let type = line.field.elementType { declareEnum(type, &edits) }
  }

  /// Takes the next step of a field that changes anything.
  private mutating func follow(
    _ written: FieldSyntax, of index: Int, _ syntax: OwnerSyntax, _ edits: inout SourceEdits, because reason: String
  ) {
    let model = described.models[index]
    let name = [model.name, written.name.text]
    let columns = columns(of: written.name.text, of: index)
    let line = line(of: columns, of: index, isRelation: isRelation(written))
    let count = edits.count
    for step in FollowStep.allCases.dropFirst(steps[name].map { $0.rawValue + 1 } ?? 0) where edits.count == count {
      steps[name] = step
      switch step {
      case .optional: followOptional(written, line, &edits)
      case .form: if let line { change(written, to: line, keepsMore: true, &edits) }
      case .uniques:
        for case .constraint(let constraint) in syntax.members
        where constraint.kind == .unique && constraint.columns.contains(where: { $0.name.text == written.name.text }) {
          edits.removeLines(of: constraint.range, nil)
          changes.append("removed '\(edits.text(of: constraint.range))' of \(model.name): \(reason)")
        }
        // The constraint alone was changed.
        if edits.count != count { return }
      case .line: if let line { change(written, to: line, keepsMore: false, &edits) }
      case .columns where line == nil && !columns.isEmpty:
        edits.removeLines(of: written.range, written.documentation?.range)
        let wanted = Set(columns)
        for number in model.fields.indices {
          let columns = model.fields[number].columns.map(dialect.canonicalName)
          if columns.isEmpty || !wanted.isSuperset(of: columns) { continue }
          edits.insert(MemberLines(schema: described, rules: names).field(number, of: model), afterFieldsOf: syntax)
        }
      case .columns: break
      }
    }
    if edits.count == count { return }
    let isGone = steps[name] == .columns && edits.count == count + 1
    changes.append("\(isGone ? "removed" : "changed") \(name.joined(separator: ".")): \(reason)")
  }

  private func followOptional(
    _ written: FieldSyntax, _ line: (text: String, field: IntrospectedField)?, _ edits: inout SourceEdits
  ) {
    if isRelation(written) {
      // The relation stays one. Only the foreign key is gone.
      if line?.field.isRelation == true { return }
      edits.set("@onDelete(unconstrained)", of: written)
    } else if let line, let type = written.type {
      switch (type, line.field.isOptional) {
      case (.optional(let type, let range), false): edits.replace(range, with: edits.text(of: type.range))
      case (.named(_, _, let range), true): edits.replace(range, with: edits.text(of: range) + "?")
      default: break
      }
    }
  }

  private func isRelation(_ field: FieldSyntax) -> Bool {
    described.models.contains { $0.name == field.type?.base?.text }
  }

  /// The columns of a field, as they are compared.
  private func columns(of field: String, of index: Int) -> [String] {
    let model = described.models[index]
    let columns = columns[[model.name, field]] ?? model.fields.first { $0.name == field }?.columns
    return columns?.map(dialect.canonicalName) ?? []
  }

  /// The line of the described field that has some columns, without its comment.
  private func line(
    of columns: [String], of index: Int, isRelation: Bool
  ) -> (text: String, field: IntrospectedField)? {
    var model = described.models[index]
    guard let first = columns.first else { return nil }
    let number = model.fields.firstIndex { field in
      field.columns.map(dialect.canonicalName) == columns
        || !isRelation && columns.count == 1 && field.columnField(first, dialect) != nil
    }
    guard let number else { return nil }
    if !isRelation, let value = model.fields[number].columnField(first, dialect) { model.fields[number] = value }
    model.fields[number].comment = nil
    return (MemberLines(schema: described, rules: names).field(number, of: model), model.fields[number])
  }

  // MARK: Keys and lists

  /// Takes over the key of a table, and whether its rows are only read. Returns whether anything was changed.
  mutating func takeKey(
    of index: Int, _ syntax: OwnerSyntax, _ edits: inout SourceEdits, because reason: String
  ) -> Bool {
    let model = described.models[index]
    let lines = MemberLines(schema: described, rules: names)
    let count = edits.count
    let key = Set(model.key.map(dialect.canonicalName))
    var written: Set<String> = []
    for case .field(let field) in syntax.members {
      let columns = columns(of: field.name.text, of: index)
      written.formUnion(columns)
      guard field.has(.primaryKey) || !key.isDisjoint(with: columns) else { continue }
      if let line = line(of: columns, of: index, isRelation: isRelation(field)) {
        change(field, to: line, keepsMore: true, &edits)
      } else if field.has(.primaryKey), !columns.isEmpty, key.isDisjoint(with: columns) {
        // The numbers of rows are described only where they are the key.
        edits.removeLines(of: field.range, field.documentation?.range)
      }
    }
    for number in model.fields.indices {
      let columns = model.fields[number].columns.map(dialect.canonicalName)
      if key.isDisjoint(with: columns) || !written.isDisjoint(with: columns) { continue }
      edits.insert(lines.field(number, of: model), afterFieldsOf: syntax)
    }
    let line = lines.key(of: model)
    var isThere = line == nil
    for case .constraint(let constraint) in syntax.members where constraint.kind == .primaryKey {
      let isSame = edits.text(of: constraint.range) == line
      isThere = isThere || isSame
      if !isSame { edits.removeLines(of: constraint.range, nil) }
    }
    if let line, !isThere {
      edits.insert("", afterFieldsOf: syntax)
      edits.insert(line, afterFieldsOf: syntax)
    }
    let mark = syntax.attributes.first { $0.name.text == AttributeKind.readOnly.rawValue }
    if model.isReadOnly, mark == nil, let last = syntax.attributes.last {
      edits.replace(last.range.endPoint, with: " @readOnly")
    }
    if edits.count != count { changes.append("changed \(model.name): \(reason)") }
    return edits.count != count
  }

  /// The other side of a relation that is gone, or that isn't of one model alone any more.
  private mutating func mendInverse(
    _ field: FieldSyntax, of index: Int, _ edits: inout SourceEdits, because reason: String
  ) {
    let model = described.models[index]
    let source = described.models.first { $0.name == field.type?.base?.text }
    let relation = field.attributes.first { $0.name.text == AttributeKind.inverse.rawValue }?.arguments?.first
    let isThere = source?.fields.contains { other in
      guard case .relation(let target) = other.kind, let relation else { return false }
      return target.table == model.table && edits.text(of: relation.range) == nameText(other.name)
    }
    if isThere == true, let source, let type = field.type, case .optional(_, let range) = type {
      edits.replace(range, with: "[\(nameText(source.name))]")
      changes.append("changed \(model.name).\(field.name.text): \(reason)")
    } else {
      edits.removeLines(of: field.range, field.documentation?.range)
      changes.append("removed \(model.name).\(field.name.text): \(reason)")
    }
  }

  /// Removes a list of models whose join table is gone.
  private mutating func removeList(
    in table: String, _ parsed: ParsedSchema, _ edits: inout SourceEdits, because reason: String
  ) {
    for known in parsed.models {
      for join in known.model.joinTables where join.name == table {
        guard let field = known.syntax.field(known.model.fields[join.field].name) else { continue }
        edits.removeLines(of: field.range, field.documentation?.range)
        changes.append("removed \(known.model.name).\(field.name.text): \(reason)")
      }
    }
  }
}

extension MemberSyntax {
  /// Whether a model can be without it.
  fileprivate var isRemovable: Bool {
    switch self {
    case .field: true
    case .constraint(let constraint): constraint.kind != .primaryKey
    case .reserved, .distribution: false
    }
  }
}

extension SourceRange {
  func contains(_ offset: Int) -> Bool { start <= offset && offset < end }
}
