import IgataGeneration

extension Compilation {
  /// Fails if another program makes a table of the schema, as a version of it would change that table.
  func refuseExternalModels() throws(Failure) {
    guard let model = schema.models.first(where: \.isExternal) else { return }
    throw Failure(
      .negative, "'\(model.name)' is '@external', so that another program changes its table, and no version can",
      "'igata introspect --check' shows what it changed; put models with versions in a folder of their own")
  }
}
