import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
import IgataSQLite

/// Opens, prepares and reads new files, the next one every 10 milliseconds from `start` on (seconds since 1970), so that
/// several processes do it at the same moments. Prints a line for each file that could not be used.
func openFiles(in folder: String, count: Int, from start: Double) async throws {
  for number in 0..<count {
    let moment = start + Double(number) / 100
    try await Task.sleep(for: .seconds(max(0, moment - Date().timeIntervalSince1970)))
    do {
      let store = Store(try SQLiteBackend(path: "\(folder)/\(number).sqlite"))
      try await store.prepare(HouseholdSchema.self)
      _ = try await store.count(Person.where { $0.name == "nobody" })
    } catch {
      print("\(number): \(error)")
    }
  }
}
