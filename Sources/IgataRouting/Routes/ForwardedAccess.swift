@_spi(Backend) internal import IgataRuntime

extension BackendSession {
  /// What the session, which has `access` to `own`, may do with `other`; `nil` if it doesn't hold that.
  func access(as access: SessionAccess, on own: any Backend, to other: StoreIdentity) -> SessionAccess? {
    own.identity == other ? access : self.access(to: other)
  }
}
