/// The versions of this build of igata.
enum Version {
  /// The version of the command and of the package.
  static let command = "0.2.0"
  /// Increased when a built-in template is renamed, or when the names in its view change.
  static let templateSet = 3
  /// Increased when the meaning of an existing schema changes.
  static let language = 1
}
