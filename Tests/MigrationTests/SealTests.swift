import Foundation
import TestSupport
import Testing

/// `igata migrate seal` beside others, and what it leaves in the schema.
struct SealTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func migrate(_ arguments: String...) throws -> Outcome {
    try Program(built: "igata", ["migrate"] + arguments, in: scratch.folder).run()
  }

  private func versions() throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.url("Migrations").path)
    return names.filter { $0 != "history" }
  }

  /// Of several that run at once, one seals each version; the others find nothing that has changed.
  @Test func oneOfSeveralSeals() async throws {
    try scratch.write("model A { id: Int64 @primaryKey }", to: "shop.igata")
    #expect(try migrate("seal", "first").status == 0)
    try scratch.write("model A { id: Int64 @primaryKey\n note: String? }", to: "shop.igata")
    let folder = scratch.folder
    let statuses = await withTaskGroup(of: Int32?.self) { group in
      for number in 1...6 {
        group.addTask {
          try? Program(built: "igata", ["migrate", "seal", "v\(number)"], in: folder).run().status
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.count { $0 == 0 } == 1 && statuses.count { $0 == 1 } == 5, "\(statuses)")
    #expect(try versions().count == 2)
    let outcome = try migrate("lint")
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  /// A folder that is no version stops what reads the versions, and the message has what to do.
  @Test(arguments: [["lint"], ["seal", "second"], ["new"]]) func foldersOfNoVersion(_ arguments: [String]) throws {
    try scratch.write("model A { id: Int64 @primaryKey }", to: "shop.igata")
    #expect(try migrate("seal", "first").status == 0)
    try scratch.write("", to: "Migrations/notes/0002.txt")
    #expect(try migrate("lint").status == 0)
    try scratch.write("", to: "Migrations/0002-other/schema.igata")
    try scratch.write("model A { id: Int64 @primaryKey\n note: String? }", to: "shop.igata")
    let outcome = try Program(built: "igata", ["migrate"] + arguments, in: scratch.folder).run()
    #expect(outcome.status == 1 && outcome.errors.contains("the folder '0002-other' is no version"), "\(outcome)")
    #expect(outcome.errors.contains("delete the folder"))
    #expect(try versions().contains("0002-other"))
    // The first seal was interrupted.
    try FileManager.default.removeItem(at: scratch.url("Migrations/history"))
    #expect(try Program(built: "igata", ["migrate"] + arguments, in: scratch.folder).run().status == 1)
  }

  /// What `--keep` leaves means nothing in the next version: names that were swapped stay as they are.
  @Test func keptRenamesAreOldNews() throws {
    let first = """
      enum Kind: String { case a, b, c }
      model First { id: Int64 @primaryKey }
      model Second { id: Int64 @primaryKey
        left: String
        right: String
        kind: Kind
      }
      """
    let second = """
      enum Kind: String { case a, b @renamed(from: "a", "c") }
      model First @renamed(from: "Second") { id: Int64 @primaryKey
        left: String @renamed(from: "right")
        right: String @renamed(from: "Second.left")
        sort: Kind @renamed(from: "kind")
      }
      model Second @renamed(from: "First") { id: Int64 @primaryKey }
      """
    try scratch.write(first, to: "shop.igata")
    #expect(try migrate("seal", "first").status == 0)
    try scratch.write(second, to: "shop.igata")
    let sealed = try migrate("seal", "second", "--keep")
    #expect(sealed.status == 0, "\(sealed.errors)")
    let kept = try String(contentsOf: scratch.url("shop.igata"), encoding: .utf8)
    #expect(kept.contains("sort: Kind @renamed(from: \"kind\")"))
    let diff = try Program(built: "igata", ["diff"], in: scratch.folder).run()
    #expect(diff.output == "no changes\n", "\(diff)\n\(kept)")
  }
}
