@_spi(Backend) internal import IgataSQL
internal import IgataTables

extension IntrospectedSchema {
  /// Describes the tables that Prisma makes of a schema.
  package init(_ prisma: PrismaSchema) {
    var database = FoundDatabase()
    var names = GivenNames()
    var blocks: [String: PrismaBlock] = [:]
    let blocksInOrder = prisma.models.values.sorted { $0.name < $1.name }
    for block in blocksInOrder {
      let table = FoundTable(block, prisma)
      database.objects[block.mappedName] = block.keyword == "view" ? .view("a view", table) : .table(table)
      names.models[block.mappedName] = IntrospectedNames.type(block.name)
      blocks[block.mappedName] = block
      for field in block.fields {
        if prisma.models[field.type] == nil {
          names.fields[[block.mappedName, field.mappedName]] = IntrospectedNames.field(field.name)
        } else if let relation = field.attributes.first("relation") {
          let columns = relation.fields("fields").compactMap { block.field($0.name)?.mappedName }
          names.relations[[block.mappedName] + columns] = IntrospectedNames.field(field.name)
        }
      }
    }
    self.init(database, nil, names) { table, column in
      blocks[table]?.fields.first { $0.mappedName == column.name && prisma.models[$0.type] == nil }
        .map { prisma.form(of: $0) } ?? .none(reason: "it is no column")
    }
    isExternal = prisma.isOfKnownDatabase
    for (name, reason) in prisma.others.sorted(by: { $0.key < $1.key }) {
      omissions.append(Omission(table: name, reason: reason))
    }
    enums = prisma.enums.values.sorted { $0.name < $1.name }.map { (nil, prisma.described($0)) }
    for index in models.indices {
      guard let block = blocks[models[index].table] else { continue }
      models[index].documentation = block.documentation
      for number in models[index].fields.indices { addFacts(to: number, of: index, block, prisma) }
    }
    for block in blocksInOrder { addLists(of: block, prisma) }
  }

  /// Adds what a catalog doesn't have: the defaults of programs, and documentation.
  private mutating func addFacts(to number: Int, of index: Int, _ block: PrismaBlock, _ prisma: PrismaSchema) {
    let columns = models[index].fields[number].columns
    let found = block.fields.first { field in
      if prisma.models[field.type] == nil { return columns == [field.mappedName] }
      return field.columns(in: block) == columns && !columns.isEmpty
    }
    guard let field = found else { return }
    models[index].fields[number].documentation = field.documentation
    guard case .value(let type) = models[index].fields[number].kind else { return }
    if field.attributes.first("updatedAt") != nil { models[index].fields[number].attributes.append("@updatedAt") }
    if models[index].fields[number].defaultText == "autoincrement()" { return }
    switch prisma.defaultValue(of: field, type) {
    case .text(let text): models[index].fields[number].defaultText = text
    case .unknown(let reason):
      omissions.append(Omission(table: block.mappedName, column: columns[0], part: "default", reason: reason))
    case nil: break
    }
  }

  // MARK: The other sides of relations

  private mutating func addLists(of block: PrismaBlock, _ prisma: PrismaSchema) {
    for field in block.fields {
      guard let target = prisma.models[field.type] else { continue }
      if field.columns(in: block)?.isEmpty == true, let other = field.opposite(in: block, target) {
        if let columns = other.columns(in: target), !columns.isEmpty {
          addInverse(field, of: block, target.mappedName, columns)
        } else if field.isList, other.isList {
          addJoin(field, of: block, other, target, prisma)
        }
      }
    }
  }

  private mutating func addInverse(_ field: PrismaField, of block: PrismaBlock, _ table: String, _ columns: [String]) {
    guard let relation = models.first(where: { $0.table == table })?.fields.first(where: { $0.columns == columns }),
      case .relation = relation.kind
    else { return }
    append(field, to: block, .inverse(table: table, field: relation.name), isOptional: !field.isList)
  }

  /// A list whose rows are in a table that Prisma makes by itself.
  private mutating func addJoin(
    _ field: PrismaField, of block: PrismaBlock, _ other: PrismaField, _ target: PrismaBlock, _ prisma: PrismaSchema
  ) {
    let isFirst = (block.name, field.name) < (target.name, other.name)
    let first = isFirst ? block.name : target.name
    let second = isFirst ? target.name : block.name
    let joinTable = "_" + (field.attributes.first("relation")?.text ?? "\(first)To\(second)")
    if !prisma.hasForeignKeys, isExternal {
      let reason = "the table '\(joinTable)' has no foreign keys (relationMode = \"prisma\")"
      omissions.append(Omission(table: block.mappedName, column: field.name, reason: reason))
    } else if isFirst {
      append(field, to: block, .list(table: target.mappedName, joinTable: joinTable))
    } else {
      append(field, to: block, .inverse(table: target.mappedName, field: IntrospectedNames.field(other.name)))
    }
  }

  private mutating func append(
    _ field: PrismaField, to block: PrismaBlock, _ kind: IntrospectedField.Kind, isOptional: Bool = false
  ) {
    guard let index = models.firstIndex(where: { $0.table == block.mappedName }) else { return }
    let names = Set(models[index].fields.map(\.name))
    var added = IntrospectedField(
      name: IntrospectedNames.distinct(IntrospectedNames.field(field.name), from: names), kind: kind, columns: [],
      isOptional: isOptional)
    added.documentation = field.documentation
    models[index].fields.append(added)
  }
}

extension PrismaField {
  fileprivate var relationName: String? { attributes.first("relation")?.text }

  /// The columns of a relation's foreign key; empty for its other side.
  fileprivate func columns(in block: PrismaBlock) -> [String]? {
    attributes.first("relation").map { $0.fields("fields").compactMap { block.field($0.name)?.mappedName } } ?? []
  }

  /// The field at the other end of a relation.
  fileprivate func opposite(in block: PrismaBlock, _ target: PrismaBlock) -> PrismaField? {
    target.fields.first { other in
      let isItself = block.name == target.name && other.name == name
      return other.type == block.name && other.relationName == relationName && !isItself
    }
  }
}

extension FoundTable {
  /// The table that Prisma makes of a model.
  fileprivate init(_ block: PrismaBlock, _ prisma: PrismaSchema) {
    self.init()
    func columns(_ attribute: PrismaAttribute, _ label: String = "fields") -> [(name: String, isDescending: Bool)] {
      attribute.fields(label).compactMap { part in block.field(part.name).map { ($0.mappedName, part.isDescending) } }
    }
    for field in block.fields where prisma.models[field.type] == nil {
      let isCounted = field.attributes.first("default")?.value("value", orUnlabeled: true).map { value in
        if case .call("autoincrement", _) = value { true } else { false }
      }
      self.columns.append(
        FoundColumn(
          name: field.mappedName, type: field.type, isNullable: field.isOptional,
          origin: isCounted == true ? .countedKey : .none))
      if field.attributes.first("id") != nil { primaryKey = [field.mappedName] }
      if field.attributes.first("unique") != nil {
        indexes.append(FoundIndex(name: "", isUnique: true, isPartial: false, parts: [.init(field.mappedName)]))
      }
    }
    for attribute in block.attributes {
      let parts = columns(attribute)
      // A part of a composite type isn't a column, and an index with it isn't one of columns.
      guard !parts.isEmpty, parts.count == attribute.fields("fields").count else { continue }
      switch attribute.name {
      case "id": primaryKey = parts.map(\.name)
      case "unique", "index":
        let method = attribute.value("type")?.name.flatMap { $0 == "BTree" ? nil : $0 }
        indexes.append(
          FoundIndex(
            name: "", isUnique: attribute.name == "unique", isPartial: attribute.value("where") != nil, method: method,
            parts: parts.map { .init($0.name, isDescending: $0.isDescending) }))
      default: break
      }
    }
    // Tables that Igata makes can have foreign keys where Prisma makes none.
    let isConstrained = prisma.hasForeignKeys || !prisma.isOfKnownDatabase
    for field in block.fields {
      guard let target = prisma.models[field.type], let relation = field.attributes.first("relation") else { continue }
      let own = columns(relation)
      if own.isEmpty { continue }
      let isNullable = self.columns.contains { column in column.isNullable && own.contains { $0.name == column.name } }
      let deletion = DeleteRule(prisma: relation.value("onDelete")?.name ?? (isNullable ? "SetNull" : "Restrict"))
      let update = DeleteRule(prisma: relation.value("onUpdate")?.name ?? "Cascade")
      foreignKeys.append(
        FoundForeignKey(
          columns: own.map(\.name), table: target.mappedName,
          targetColumns: relation.fields("references").compactMap { target.field($0.name)?.mappedName },
          deleteRule: isConstrained ? deletion : .unconstrained,
          updateRule: isConstrained ? update.flatMap { UpdateRule($0) } : .noAction))
    }
  }
}

extension DeleteRule {
  fileprivate init?(prisma name: String) {
    switch name {
    case "Cascade": self = .cascade
    case "Restrict": self = .restrict
    case "SetNull": self = .nullify
    case "NoAction": self = .noAction
    default: return nil
    }
  }
}
