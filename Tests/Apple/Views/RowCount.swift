import IgataRuntime
import IgataSamples
import IgataSwiftUI
import SwiftUI

/// A view as an app has it, to be type-checked with the shapes of SwiftUI.
struct RowCount<Model: PersistableModel>: View {
  @LiveQuery(Model.all) private var rows
  @LiveQuery<Model> private var some: [Model]
  @LiveValue({ try await $0.count(Model.all) }) private var count
  @LiveValue<[Model]> private var first: [Model]?
  @Environment(\.store) private var store

  init(of query: Query<Model>) {
    _some = LiveQuery(query)
    _first = LiveValue(id: query, of: { $0.observe(query.limit(1)) })
  }

  var body: some View {
    Text(text)
  }

  private var text: String {
    if let error = $rows.error { return "\(error)" }
    if $some.isLoading || $count.isLoading { return "" }
    return "\(some.count) of \(rows.count), \(count ?? 0), \(first?.count ?? 0)"
  }

  func remove() async throws {
    try await store.delete($some.query)
    $some.query = Model.all.limit(10)
    $first.restart()
  }

  static func preview(_ models: [Model]) -> some View {
    RowCount(of: Model.all).environment(\.store, .preview(models))
  }
}
