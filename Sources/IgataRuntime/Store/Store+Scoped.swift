extension Store {
  /// A store over the same backend that does everything with these settings, such as on behalf of one tenant.
  ///
  /// ```swift
  /// let scoped = try store.scoped(to: SessionScope(settings: ["app.tenant": "a12"]))
  /// ```
  ///
  /// The settings are set at the beginning of each of its transactions, and hold until that ends: for everything that
  /// is read and written, for streams and for observations. Policies of the database use them
  /// (`current_setting('app.tenant')`). It takes no further round trip, as they are sent with the first statement.
  /// What stores of different scopes find is never sent together.
  ///
  /// ``changes(of:)`` returns the rows that stores of an equal scope change; what others change in the table of the
  /// model is ``UnknownChanges/otherScope``.
  ///
  /// If this store has a scope already, the settings of both hold, and the new ones count where names are equal.
  /// Closing it closes the backend for all stores.
  ///
  /// - Parameter scope: The settings. On PostgreSQL, those that `SET LOCAL` accepts; `role` and `session_authorization`
  ///   are set last, as those may not change the others.
  /// - Throws: ``StoreError/unsupportedQuery(expression:reason:)`` if the backend has no settings, as all have but
  ///   `PostgreSQLBackend`; ``StoreError/misuse(reason:)`` in a transaction's closure. If the server refuses a setting,
  ///   each call of the scoped store throws ``StoreError/accessDenied(reason:)``.
  public func scoped(to scope: SessionScope) throws(StoreError) -> Store {
    if self.scope != nil { throw .misuse(reason: "scoped(to:) was called in a transaction: call it before") }
    return Store(try backend.scoped(to: scope), observing: observer)
  }
}
