import IgataRuntime
import TestSupport

/// What is asked of a store for a query, and what plain Swift answers.
struct Question<Model: PersistableModel>: Sendable {
  typealias Selection = Parts<Model.Columns, Model>

  var text: String
  var answer: @Sendable ([Model]) throws -> [[Plain]]
  var ask: @Sendable (Store, Query<Model>) async throws -> [[Plain]]
  /// The same question about less.
  var smaller: @Sendable () -> [Question] = { [] }
}

/// What was expected, or found.
enum Answer: Equatable {
  case rows([[Plain]])
  case overflow
  /// The documentation leaves it open.
  case open
  case failed(String)
}

/// The rows that questions are about.
struct Subject<Model: PersistableModel>: Sendable {
  typealias Selection = Parts<Model.Columns, Model>

  var rows: [Model]
  var key: @Sendable (Model) -> Plain
  var selection: @Sendable (inout SplitMix64) -> Selection
  var question: @Sendable (inout SplitMix64) -> Question<Model>

  func expected(_ question: Question<Model>, _ selection: Selection) -> Answer {
    do {
      let answer = try question.answer(try selection.selected(rows) { [key($0)] })
      // Whether a store computes the values of rows that it skips is open.
      var uncut = selection
      (uncut.limit, uncut.offset) = (nil, 0)
      if (try? question.answer(try uncut.selected(rows) { [key($0)] })) == nil { return .open }
      return .rows(answer)
    } catch OracleStop.overflow {
      return .overflow
    } catch {
      return .open
    }
  }

  func found(_ question: Question<Model>, _ selection: Selection, _ store: Store) async -> Answer {
    do {
      return .rows(try await question.ask(store, selection.query()))
    } catch StoreError.overflow {
      return .overflow
    } catch {
      return .failed("\(error)")
    }
  }

  /// What a store answers otherwise than plain Swift, to the smallest question that it still does so for.
  func difference(_ question: Question<Model>, _ selection: Selection, _ store: Store) async -> String? {
    let (expected, found) = (expected(question, selection), await found(question, selection, store))
    if expected == found || (expected == .open && found == .overflow) { return nil }
    if expected == .open, case .rows = found { return nil }
    for smaller in selection.smaller {
      if let difference = await difference(question, smaller, store) { return difference }
    }
    for smaller in question.smaller() {
      if let difference = await difference(smaller, selection, store) { return difference }
    }
    return "\(Model.self)\(selection.text("where")) \(question.text)\n" + Self.text(expected, found)
  }

  private static func text(_ expected: Answer, _ found: Answer) -> String {
    guard case (.rows(let expected), .rows(let found)) = (expected, found) else {
      return "expected \(expected)\nfound    \(found)"
    }
    let index = zip(expected, found).enumerated().first { $1.0 != $1.1 }?.offset ?? min(expected.count, found.count)
    func row(_ rows: [[Plain]]) -> String { rows.indices.contains(index) ? "\(rows[index])" : "no row" }
    return "row \(index): expected \(row(expected)), found \(row(found)); \(expected.count) and \(found.count) rows"
  }
}

extension Store {
  /// The values of up to three terms.
  func values<Source: SelectionSource, Row>(
    _ source: Source, _ terms: [any TermOf<Source.Columns, Row>]
  ) async throws -> [[Plain]] {
    switch terms.count {
    case 1: try await values(source, terms[0])
    case 2: try await values(source, terms[0], terms[1])
    default: try await values(source, terms[0], terms[1], terms[2])
    }
  }

  private func values<Source: SelectionSource, A: TermOf<Source.Columns, Row>, Row>(
    _ source: Source, _ a: A
  ) async throws -> [[Plain]] {
    try await select(source) { a.column($0) }.map { [Plain($0)] }
  }

  private func values<Source: SelectionSource, A: TermOf<Source.Columns, Row>, B: TermOf<Source.Columns, Row>, Row>(
    _ source: Source, _ a: A, _ b: B
  ) async throws -> [[Plain]] {
    let found = try await select(source) { (a.column($0), b.column($0)) }
    return found.map { [Plain($0.0), Plain($0.1)] }
  }

  private func values<
    Source: SelectionSource, A: TermOf<Source.Columns, Row>, B: TermOf<Source.Columns, Row>,
    C: TermOf<Source.Columns, Row>, Row
  >(_ source: Source, _ a: A, _ b: B, _ c: C) async throws -> [[Plain]] {
    let found = try await select(source) { (a.column($0), b.column($0), c.column($0)) }
    return found.map { [Plain($0.0), Plain($0.1), Plain($0.2)] }
  }
}
