import Foundation

/// The bar that shows on a terminal how far a command is.
enum ProgressBar {
  /// Whether standard error is a terminal.
  static var isOnTerminal: Bool { isatty(FileHandle.standardError.fileDescriptor) == 1 }

  /// Removes the bar.
  static let removal = "\r\u{1B}[K"

  /// A bar that replaces the one before it.
  ///
  /// - Parameter part: From 0 to 100.
  static func text(_ part: Int, _ label: String) -> String {
    let filled = part * 30 / 100
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 30 - filled)
    return "\(removal)[\(bar)] \(part) %  \(label)"
  }
}
