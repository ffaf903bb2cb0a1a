import IgataDiagnostics
import IgataSchema
import IgataTemplateLanguage

/// The view of a diagram for templates.
extension DocsScope {
  /// - Parameters:
  ///   - id: The beginning of the anchors in the diagram.
  ///   - title: What the diagram shows.
  func view(_ diagram: Diagram, id: String, title: String) -> Record {
    let margin = 12
    let layout = layOut(diagram.graph)
    let boxes = diagram.boxes
    let description = "\(counted(boxes.count, "model")), \(counted(diagram.links.count, "relation"))"
    return Record([
      "id": .text(id), "width": .number(layout.width + 2 * margin), "height": .number(layout.height + 2 * margin),
      "title": .text(title), "description": .text(description),
      "boxes": .made(
        ViewSource(count: boxes.count) { [self] index in
          let corner = layout.boxes[index]
          // A frame names the file of the boxes in it.
          let namesFile = boxes[index].showsFields && !layout.frames.contains { $0.contains(corner) }
          return view(boxes[index], at: corner, margin, namesFile ? diagram.files : [])
        }),
      "links": .made(
        ViewSource(count: diagram.links.count) { [self] index in
          view(diagram.links[index], layout.routes[index], boxes, margin)
        }),
      "more": diagram.hiddenNeighbors > 0 ? .number(diagram.hiddenNeighbors) : .null,
      "frames": .list(layout.frames.map { view($0, margin, diagram.files) }),
    ])
  }

  private func view(_ frame: Layout.Frame, _ margin: Int, _ files: [String]) -> Record {
    let label = TextWidth.shortened(
      files[frame.group], size: Diagram.titleSize, to: frame.width - 2 * LayoutGap.frame)
    return Record([
      "x": .number(frame.corner.x + margin), "y": .number(frame.corner.y + margin), "width": .number(frame.width),
      "height": .number(frame.height), "name": .text(fileNames[frame.group]), "label": .text(label),
    ])
  }

  /// - Parameter files: The name of each file; empty if the box shows none.
  private func view(_ box: Diagram.Box, at corner: LayoutPoint, _ margin: Int, _ files: [String]) -> Record {
    let model = schema.models[box.model]
    let key = model.keyFields
    let room = box.width - 24
    let file = files.isEmpty ? nil : box.file.map { fileLabel(files[$0], beside: model.name, in: room) }
    let used = file.map { TextWidth.of($0, size: Diagram.titleSize) + Diagram.fileGap } ?? 0
    let label = TextWidth.shortened(model.name, size: 15, to: room - used)
    return Record([
      "x": .number(corner.x + margin), "y": .number(corner.y + margin), "width": .number(box.width),
      "height": .number(box.height), "name": .text(model.name),
      "isNamed": .flag(box.showsFields || label != model.name), "label": .text(label),
      "address": .text(DocsAnchor.address(model.name)), "isCenter": .flag(box.isCenter),
      "showsFields": .flag(box.showsFields), "labelY": .number(box.showsFields ? 20 : box.height / 2 + 5),
      "rows": .list(
        box.rows.enumerated().map { index, field in
          view(model.fields[field], isKey: key.contains(field), at: index, width: box.width)
        }),
      "hidden": box.hidden > 0 ? .number(box.hidden) : .null, "hiddenY": .number(rowY(box.rows.count)),
      "typeX": .number(box.width - 12), "fileName": .optional(box.file.map { fileNames[$0] }),
      "fileLabel": .optional(file),
    ])
  }

  /// The name of a file beside that of a model: all of it if there is room, and otherwise in a third of the room.
  private func fileLabel(_ file: String, beside model: String, in room: Int) -> String {
    let rest = room - TextWidth.of(model, size: 15) - Diagram.fileGap
    return TextWidth.shortened(file, size: Diagram.titleSize, to: max(rest, room / 3))
  }

  private func rowY(_ index: Int) -> Int { Diagram.headerHeight + index * Diagram.rowHeight + 16 }

  private func view(_ field: Field, isKey: Bool, at index: Int, width: Int) -> Record {
    let type = schema.typeName(of: field)
    let room = width - 40
    let name = TextWidth.shortened(field.name, size: 12, to: max(room - TextWidth.of(type, size: 12), room / 2))
    return Record([
      "y": .number(rowY(index)), "name": .text(name),
      "type": .text(TextWidth.shortened(type, size: 12, to: room - TextWidth.of(name, size: 12))),
      "isKey": .flag(isKey), "isRelation": .flag(field.storedTarget != nil),
    ])
  }

  /// The classes of the marks at the ends of a link; `nil` for most links, which lead from many to zero or one.
  private func marks(of link: Diagram.Link) -> String? {
    let source = link.sourceMark == .many ? nil : "u"
    let target: String? =
      switch link.targetMark {
      case .zeroOrOne: nil
      case .one: "o"
      case .many: "m"
      }
    return source.map { source in target.map { "\(source) \($0)" } ?? source } ?? target
  }

  private func view(
    _ link: Diagram.Link, _ route: [LayoutPoint], _ boxes: [Diagram.Box], _ margin: Int
  ) -> Record {
    let source = schema.models[boxes[link.source].model]
    let target = schema.models[boxes[link.target].model]
    return Record([
      "path": .text(LinkPath(route, source: link.sourceMark, target: link.targetMark, margin: margin).text),
      "marks": .optional(marks(of: link)), "ends": .text("\(link.source) \(link.target)"),
      "label": .text("\(source.name).\(source.fields[link.field].name) → \(target.name)"),
    ])
  }
}
