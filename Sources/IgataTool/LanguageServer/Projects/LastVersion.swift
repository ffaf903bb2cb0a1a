import IgataDiagnostics
import IgataEditing
import IgataEvolution
import IgataSchema

/// The last sealed version of a schema, and what the next one consists of besides the schema.
struct LastVersion {
  let names: RecordedNames
  private let schema: Schema
  private let own: [String: OwnSQL]
  private let dialects: [String]
  /// `nil` if a script was changed or can't be read.
  private let sealed: SealedVersions?
  private let files: [SourceFile]

  /// - Parameters:
  ///   - folder: The folder of the versions.
  ///   - previous: What was there the last time, which is taken if no file has changed.
  /// - Returns: `nil` if no version is sealed, or if the last one can't be read: that is no error of the schema.
  init?(in folder: String, previous: LastVersion?) {
    let silent = Console { _ in }
    do throws(Failure) {
      guard let versions = try VersionFolder.read(folder, silent) else { return nil }
      if let previous, previous.files == versions.inputs {
        self = previous
        return
      }
      files = versions.inputs
      schema = try versions.snapshot(of: versions.newest, silent).schema
      dialects = versions.history.dialects
      own = (try? versions.ownSQL(silent)) ?? [:]
      sealed = try? versions.sealedVersions(in: ["sqlite"], silent)
    } catch {
      return nil
    }
    names = RecordedNames(schema)
  }

  /// What the schema doesn't say about the rows of the version, as `igata generate` reports it; nothing while the
  /// schema has errors.
  func diagnostics(of snapshot: ProjectSnapshot) -> [Diagnostic] {
    guard snapshot.isComplete, snapshot.isGeneratable else { return [] }
    let evolution = evolveVersion(
      from: schema, to: snapshot.schema, trees: snapshot.trees, own: own, dialects: dialects)
    return (sealed.map(evolution.checked) ?? evolution).diagnostics
  }
}
