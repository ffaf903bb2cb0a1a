#if canImport(SwiftUI)
  public import IgataRuntime
  public import SwiftUI

  extension EnvironmentValues {
    /// The store that ``LiveQuery`` and ``LiveValue`` read from.
    ///
    /// Set it once, around all views that use it: `ContentView().environment(\.store, store)`. Without that, every call
    /// throws `StoreError.misuse(reason:)`.
    public var store: Store {
      get { self[StoreKey.self] }
      set { self[StoreKey.self] = newValue }
    }
  }

  private struct StoreKey: EnvironmentKey {
    static let defaultValue = Store(MissingBackend())
  }
#endif
