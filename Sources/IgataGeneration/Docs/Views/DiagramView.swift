import IgataDiagnostics
import IgataSchema
import IgataTemplateLanguage

/// The view of a diagram for templates.
extension DocsScope {
  private static let diagramShape = Shape(
    "id", "width", "height", "title", "description", "boxes", "links", "more", "frames")
  private static let boxShape = Shape(
    "x", "y", "width", "height", "name", "isNamed", "label", "address", "isCenter", "showsFields", "labelY", "rows",
    "hidden", "hiddenY", "typeX", "fileName", "fileLabel")
  private static let frameShape = Shape("x", "y", "width", "height", "name", "label")
  private static let rowShape = Shape("y", "name", "type", "isKey", "isRelation")
  private static let linkShape = Shape("path", "marks", "ends", "label")

  /// - Parameters:
  ///   - id: The beginning of the anchors in the diagram.
  ///   - title: What the diagram shows.
  func view(_ diagram: Diagram, id: String, title: String) -> Record {
    let margin = 12
    let layout = layOut(diagram.graph)
    let boxes = diagram.boxes
    let description = "\(counted(boxes.count, "model")), \(counted(diagram.links.count, "relation"))"
    return Record(
      Self.diagramShape,
      [
        .text(id), .number(layout.width + 2 * margin), .number(layout.height + 2 * margin), .text(title),
        .text(description),
        .made(
          ViewSource(count: boxes.count) { [self] index in
            let corner = layout.boxes[index]
            // A frame names the file of the boxes in it.
            let namesFile = boxes[index].showsFields && !layout.frames.contains { $0.contains(corner) }
            return view(boxes[index], at: corner, margin, namesFile ? diagram.files : [])
          }),
        .made(
          ViewSource(count: diagram.links.count) { [self] index in
            view(diagram.links[index], layout.routes[index], boxes, margin)
          }),
        diagram.hiddenNeighbors > 0 ? .number(diagram.hiddenNeighbors) : .null,
        .list(layout.frames.map { view($0, margin, diagram.files) }),
      ])
  }

  private func view(_ frame: Layout.Frame, _ margin: Int, _ files: [String]) -> Record {
    let label = TextWidth.shortened(
      files[frame.group], size: Diagram.titleSize, to: frame.width - 2 * LayoutGap.frame)
    return Record(
      Self.frameShape,
      [
        .number(frame.corner.x + margin), .number(frame.corner.y + margin), .number(frame.width),
        .number(frame.height), .text(fileNames[frame.group]), .text(label),
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
    return Record(
      Self.boxShape,
      [
        .number(corner.x + margin), .number(corner.y + margin), .number(box.width), .number(box.height),
        .text(model.name), .flag(box.showsFields || label != model.name), .text(label),
        .text(DocsAnchor.address(model.name)), .flag(box.isCenter), .flag(box.showsFields),
        .number(box.showsFields ? 20 : box.height / 2 + 5),
        .list(
          box.rows.enumerated().map { index, field in
            view(model.fields[field], isKey: key.contains(field), at: index, width: box.width)
          }),
        box.hidden > 0 ? .number(box.hidden) : .null, .number(rowY(box.rows.count)), .number(box.width - 12),
        .optional(box.file.map { fileNames[$0] }), .optional(file),
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
    return Record(
      Self.rowShape,
      [
        .number(rowY(index)), .text(name),
        .text(TextWidth.shortened(type, size: 12, to: room - TextWidth.of(name, size: 12))), .flag(isKey),
        .flag(field.storedTarget != nil),
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
    return Record(
      Self.linkShape,
      [
        .text(LinkPath(route, source: link.sourceMark, target: link.targetMark, margin: margin).text),
        .optional(marks(of: link)),
        .text("\(link.source) \(link.target)"),
        .text("\(source.name).\(source.fields[link.field].name) → \(target.name)"),
      ])
  }
}
