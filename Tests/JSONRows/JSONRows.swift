import Foundation
import GeneratedModels
import IgataRuntime
import IgataSamples

/// Writes rows of each model of the samples as JSON, or compares them with what another program has read and written.
///
///     JSONRows write FOLDER           writes FOLDER/household.json, with an array of rows for the name of each model
///     JSONRows compare FOLDER COPY    exits 1 if the rows in COPY aren't the same models
@main
struct JSONRows {
  static let schemas: [(name: String, models: [any PersistableModel.Type])] = [
    ("articles", ArticlesSchema.models), ("community", CommunitySchema.models),
    ("everything", EverythingSchema.models), ("hospital", HospitalSchema.models),
    ("household", HouseholdSchema.models), ("message", MessageSchema.models), ("naughty", NaughtySchema.models),
    ("support", SupportSchema.models),
  ]

  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    let folders = arguments.dropFirst().map { URL(filePath: $0, directoryHint: .isDirectory) }
    switch (arguments.first, folders.count) {
    case ("write", 1):
      for (name, models) in schemas {
        let rows = try await rows(of: models)
        try JSONSerialization.data(withJSONObject: rows, options: [.sortedKeys, .prettyPrinted])
          .write(to: folders[0].appending(path: "\(name).json"))
      }
    case ("compare", 2):
      var isEqual = true
      for (name, models) in schemas {
        let files = try folders.map { folder in
          let data = try Data(contentsOf: folder.appending(path: "\(name).json"))
          return try JSONSerialization.jsonObject(with: data) as? [String: [[String: Any]]] ?? [:]
        }
        for model in models {
          let name = model.table.model
          let texts = try files.map { try Self.texts($0[name] ?? [], as: model) }
          guard let index = zip(texts[0], texts[1]).enumerated().first(where: { $1.0 != $1.1 })?.offset else {
            if texts[0].count == texts[1].count { continue }
            print("\(name) has \(texts[0].count) rows, and then \(texts[1].count)")
            exit(1)
          }
          print("\(name) differs\n  \(texts[0][index])\n  \(texts[1][index])")
          isEqual = false
        }
      }
      if !isEqual { exit(1) }
    default:
      print("JSONRows write FOLDER, or JSONRows compare FOLDER COPY")
      exit(2)
    }
  }

  /// Samples, whose relations are loaded, and the same as a query returns them, without what wasn't asked for.
  private static func rows(of models: [any PersistableModel.Type]) async throws -> [String: [[String: any Sendable]]] {
    let store = Store(MemoryBackend(samples: 40, seed: 48))
    try await store.prepare(models)
    var rows: [String: [[String: any Sendable]]] = [:]
    for model in models { rows[model.table.model] = try await examples(of: model, store) }
    return rows
  }

  private static func examples<Model: PersistableModel>(
    of type: Model.Type, _ store: Store
  ) async throws -> [[String: any Sendable]] {
    let models = Model.samples(count: 40, seed: 48) + (try await store.fetch(Model.all))
    return models.map { $0.convert(for: .json) }
  }

  private static func texts<Model: PersistableModel>(_ rows: [[String: Any]], as type: Model.Type) throws -> [String] {
    try rows.map { row in
      let copy = try Model(dictionary: row).convert(for: .json)
      return String(
        decoding: try JSONSerialization.data(withJSONObject: copy, options: .sortedKeys), as: UTF8.self)
    }
  }
}
