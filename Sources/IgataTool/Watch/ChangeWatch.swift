/// Detects when files may have changed.
protocol ChangeWatch {
  /// Watches these files and folders, and no others.
  ///
  /// - Returns: Whether any of them was not watched before.
  mutating func watch(_ inputs: WatchedInputs) -> Bool

  /// Waits for a change, with an optional time limit.
  mutating func wait(_ limit: Duration?) -> Wake
}

/// The reason why a wait ended.
enum Wake {
  /// Something may have changed.
  case change
  /// The time limit was reached.
  case silence
  /// The user wants to stop the command.
  case stop
}
