/// Why a backend takes no calls.
@_spi(Backend) public enum BackendStop: UInt8, Sendable {
  /// For ever.
  case closed = 4
  /// Until it is resumed.
  case suspended = 8

  /// What a call throws.
  public var error: StoreError {
    switch self {
    case .closed: .closed
    case .suspended: .suspended
    }
  }
}
