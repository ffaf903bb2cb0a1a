/// What this build of igata is.
enum Version {
  /// The version of the command and of the packages it belongs to.
  static let command = "0.2.0"
  /// Raised when a built-in template is renamed, or sees other names than before.
  static let templateSet = 2
  /// Raised when the schema language changes what an existing schema means.
  static let language = 1
}
