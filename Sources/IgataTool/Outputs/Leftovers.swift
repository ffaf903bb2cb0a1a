import IgataDiagnostics

/// The files that interrupted runs left in folders.
struct Leftovers {
  /// The folder's journal, or `nil` if there is none.
  private let journal: FileLocation?
  /// Temporary files that are no longer needed.
  private let temporaries: [FileLocation]
  private let root: FileLocation

  /// Searches for a journal in the output folder `root`, and for temporary files in `folders`.
  init(in root: FileLocation, _ folders: Set<FileLocation> = []) {
    self.root = root
    let location = root.appending(Journal.fileName)
    journal = (try? location.status()) ?? nil == nil ? nil : location
    temporaries = folders.flatMap(Self.temporaries).sorted { PathText.isOrdered($0.path, $1.path) }
  }

  private static func temporaries(in folder: FileLocation) -> [FileLocation] {
    let entries = (try? folder.entries()) ?? []
    return entries.compactMap { entry in
      guard entry.name.hasPrefix(Transaction.temporaryPrefix) else { return nil }
      // The process ID follows the prefix. A process that is still running needs its files.
      let number = entry.name.dropFirst(Transaction.temporaryPrefix.count).prefix { $0 != "-" }
      guard let process = Int32(number), process > 0, !Process.isRunning(process) else { return nil }
      return folder.appending(entry.name)
    }
  }

  var isEmpty: Bool { journal == nil && temporaries.isEmpty }

  /// Reports the leftovers, for a command that changes nothing.
  func report(_ console: Console) {
    if journal != nil {
      console.warn(
        "a run was interrupted while it changed '\(visible(root.path))', so it may contain old and new files; "
          + "'igata generate' completes the changes")
    } else if !temporaries.isEmpty {
      console.warn("\(description); 'igata generate' removes \(temporaries.count == 1 ? "it" : "them")")
    }
  }

  /// Completes the changes of an interrupted run, removes temporary files, and prints a line for each.
  ///
  /// The folder must be locked.
  func settle(_ console: Console) throws(Failure) {
    if let journal { try finish(journal, console) }
    let remaining = temporaries.filter { (try? $0.remove()) != nil }
    if journal == nil, !remaining.isEmpty { console.note("\(description); removed") }
  }

  private func finish(_ location: FileLocation, _ console: Console) throws(Failure) {
    do throws(SystemFault) {
      // The journal is created atomically, so one that can't be parsed wasn't written by this version of igata.
      if try location.status()?.kind == .file, let journal = Journal(try location.read()) {
        try journal.finish(in: root)
      }
      try location.remove()
    } catch {
      throw .unwritable(location.path, error)
    }
    console.note("completed the changes of an interrupted run in '\(visible(root.path))'")
  }

  private var description: String {
    let count = temporaries.count
    return "an interrupted run left \(count) temporary \(count == 1 ? "file" : "files") in '\(visible(root.path))'"
  }
}
