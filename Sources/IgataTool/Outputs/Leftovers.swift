import IgataDiagnostics

/// What runs that were stopped on their way left in folders.
struct Leftovers {
  /// Where the folder's journal is, if there is one.
  private let journal: String?
  /// New contents that nobody needs any more.
  private let temporaries: [String]
  private let root: String

  /// Looks for a journal in the output folder `root`, and for temporary files in `folders`.
  init(in root: String, _ folders: Set<String> = []) {
    self.root = root
    let path = PathText.join(root, Journal.fileName)
    journal = (try? FileSystem.existing(path, followingLinks: false)) ?? nil == nil ? nil : path
    temporaries = folders.flatMap(Self.temporaries).sorted(by: PathText.isOrdered)
  }

  private static func temporaries(in folder: String) -> [String] {
    let entries = (try? FileSystem.entries(of: folder)) ?? []
    return entries.compactMap { entry in
      guard entry.name.hasPrefix(Transaction.temporaryPrefix) else { return nil }
      // The number of the run stands behind the prefix; one that is still running needs its files.
      let number = entry.name.dropFirst(Transaction.temporaryPrefix.count).prefix { $0 != "-" }
      guard let process = Int32(number), process > 0, !Process.isRunning(process) else { return nil }
      return PathText.join(folder, entry.name)
    }
  }

  var isEmpty: Bool { journal == nil && temporaries.isEmpty }

  /// Says that they are there, for a command that changes nothing.
  func report(_ console: Console) {
    if journal != nil {
      console.warn(
        "a run was stopped while it changed '\(visible(root))', so old and new files may be mixed there; "
          + "'igata generate' finishes what it began")
    } else if !temporaries.isEmpty {
      console.warn("\(description); 'igata generate' removes \(temporaries.count == 1 ? "it" : "them")")
    }
  }

  /// Finishes what a run began to change, and removes what another did not come to use, with a line for each.
  ///
  /// The folder has to be locked.
  func settle(_ console: Console) throws(Failure) {
    if let journal { try finish(journal, console) }
    let remaining = temporaries.filter { (try? FileSystem.removeFile($0)) != nil }
    if journal == nil, !remaining.isEmpty { console.note("\(description); removed") }
  }

  private func finish(_ path: String, _ console: Console) throws(Failure) {
    do throws(SystemFault) {
      // It takes its place as a whole: one that can't be read was not written by this igata.
      if let journal = Journal(try FileSystem.read(path)) { try journal.finish(in: root) }
      try FileSystem.removeFile(path)
    } catch {
      throw .unwritable(path, error)
    }
    console.note("a run was stopped while it changed '\(visible(root))'; what it began is finished")
  }

  private var description: String {
    let count = temporaries.count
    return "a stopped run left \(count) temporary \(count == 1 ? "file" : "files") in '\(visible(root))'"
  }
}
