import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime

@_spi(Backend) @testable import IgataSQLite

/// Databases of rows with numbers, which are backed up and restored.
enum NumberedRows {
  static func row(_ number: Int) -> Scalars {
    Scalars(plain: number, text: "text \(number)", words: [], home: Address(city: "Osaka"))
  }

  /// A database with a row for each number.
  static func database(
    _ path: String, _ numbers: some Sequence<Int>, _ options: SQLiteOptions = SQLiteOptions()
  ) async throws -> (SQLiteBackend, Store) {
    let backend = try SQLiteBackend(path: path, options: options)
    let store = Store(backend)
    try await store.prepare(EverythingSchema.self)
    try await store.insert(numbers.map(row))
    return (backend, store)
  }

  /// Overwrites every fourth page from the tenth on.
  static func damagePages(of path: String) throws {
    var data = try Data(contentsOf: URL(filePath: path))
    for page in stride(from: 10, to: data.count / 4096, by: 4) {
      data.replaceSubrange(page * 4096..<page * 4096 + 512, with: Data(repeating: 0xA5, count: 512))
    }
    try data.write(to: URL(filePath: path))
  }
}
