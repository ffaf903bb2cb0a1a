/// Something that tells when files may have changed.
protocol ChangeWatch {
  /// Watches these files and folders, and no others.
  ///
  /// - Returns: Whether there is one among them that was not watched before.
  mutating func watch(_ inputs: WatchedInputs) -> Bool

  /// Waits for a change; without a limit, or for that long.
  mutating func wait(_ limit: Duration?) -> Wake
}

/// Why a wait is over.
enum Wake {
  /// Something may have changed.
  case change
  /// The time is over.
  case silence
  /// The user wants the command to end.
  case stop
}
