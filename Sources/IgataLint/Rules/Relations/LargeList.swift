import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let largeList = LintRule(
    "large-list", .relations, .normal,
    """
    A list that grows without limit is loaded with its owner.

    A list of models without `@inverse` is part of its owner: it is loaded and saved with it. There can be thousands
    of messages, log entries or readings. With `@inverse` they are a query, which can be paged.
    """,
    example: """
      model Sensor {
        id: UUID = uuid() @primaryKey
        readings: [Reading]
      }

      model Reading {
        id: UUID = uuid() @primaryKey
        value: Double
      }
      """,
    fix: """
      model Sensor {
        id: UUID = uuid() @primaryKey
        readings: [Reading] @inverse(sensor)
      }

      model Reading {
        id: UUID = uuid() @primaryKey
        value: Double
        sensor: Sensor
      }
      """,
    check: .schema { context, findings in
      for field in context.fields {
        guard case .ordered(let target) = field.kind, let last = context.models[target].words.last,
          WordList.large.match(in: [last]) != nil, WordList.chosen.match(in: field.words) == nil
        else { continue }
        let name = context.schema.models[target].name
        findings.report(
          "'\(field.name)' is loaded with its owner, and a list of '\(name)' grows without limit", at: field.range,
          help: "declare a relation in '\(name)', and make this its '@inverse'")
      }
    })
}

extension WordList {
  fileprivate static let large = WordList(
    """
    log, event, message, entry, transaction, reading, measurement, sample, visit, view, click, notification, history,
    audit, track, post, posting, comment, record, movement, 記録, 履歴, 取引, 通知
    """)
  /// Words for a small selection.
  fileprivate static let chosen = WordList(
    """
    pinned, favorite, favorites, favourite, favourites, featured, selected, top, latest, recent, starred, bookmarked,
    related
    """
  )
}
