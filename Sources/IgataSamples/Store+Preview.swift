@_spi(Backend) public import IgataRuntime

extension Store {
  /// A store in memory that has these models, for the preview of a view.
  ///
  /// ```swift
  /// let store = Store.preview(Account.samples(20), Entry.samples(100))
  /// ```
  ///
  /// It has the tables of the models, and of those that they relate to. Pass an empty array, such as `[Entry]()`, for a
  /// table without rows. The store is returned at once; calls wait until the models are saved. If they can't be saved,
  /// every call throws the error of the save.
  public static func preview<each Model: PersistableModel>(_ models: repeat [each Model]) -> Store {
    Store(
      PreviewBackend { (store) throws(StoreError) in
        var types: [any PersistableModel.Type] = []
        repeat types.append((each Model).self)
        try await store.prepare(related(to: types))
        repeat _ = try await store.save(each models)
      })
  }
}

/// The models, and all that their relations lead to.
private func related(to models: [any PersistableModel.Type]) -> [any PersistableModel.Type] {
  var found: [any PersistableModel.Type] = []
  var pending = models
  while let model = pending.popLast() {
    if found.contains(where: { $0 == model }) { continue }
    found.append(model)
    pending += model.table.relations.map { $0.target() }
  }
  return found
}
