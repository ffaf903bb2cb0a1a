internal import Foundation

/// A file of the module's own, whose import states its access level.
nonisolated func today() -> Date { Date() }
