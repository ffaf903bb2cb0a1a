/// Removes what a run that was killed on the way left in folders.
func removeLeftovers(in folders: Set<String>) {
  for folder in folders { removeLeftovers(in: folder) }
}

private func removeLeftovers(in folder: String) {
  guard let entries = try? FileSystem.entries(of: folder) else { return }
  for entry in entries where entry.name.hasPrefix(Transaction.temporaryPrefix) {
    // The number of the run stands behind the prefix; one that is still running needs its files.
    let number = entry.name.dropFirst(Transaction.temporaryPrefix.count).prefix { $0 != "-" }
    guard let process = Int32(number), process > 0, !Process.isRunning(process) else { continue }
    try? FileSystem.removeFile(PathText.join(folder, entry.name))
  }
}
