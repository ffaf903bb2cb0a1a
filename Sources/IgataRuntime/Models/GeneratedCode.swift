/// What generated code requires of the runtime that it is compiled with.
///
/// Every generated file uses one of the types below, so that the compiler reports a file and a runtime that don't fit
/// together, at a line that names the fix. A runtime that is too old doesn't have the type, whose name states the
/// required version. A runtime that no longer supports older files has the type, marked as unavailable, with a message
/// that names the required version of igata.
/// which igata to generate with.
public enum GeneratedCode {
  /// Used by the files of igata 0.2 and later.
  public enum NeedsIgataRuntime0_2OrLater {}

  /// Used by the files of igata 0.1, whose models don't read and write their rows.
  @available(*, unavailable, message: "igata 0.1 wrote this file: generate it again with igata 0.2 or later")
  public enum NeedsIgataRuntime0_1OrLater {}
}
