/// Removes what a run left in a folder that was killed on the way. The folder must be locked, so that no other run is
/// using them.
func removeLeftovers(in folder: String) {
  guard let entries = try? FileSystem.entries(of: folder) else { return }
  for entry in entries where entry.name.hasPrefix(Transaction.temporaryPrefix) {
    try? FileSystem.removeFile(PathText.join(folder, entry.name))
  }
}
