import IgataGeneration

extension Compilation {
  /// Fails if other programs make all tables of the schema, as a version of it would have none.
  func requireOwnModels() throws(Failure) {
    guard let model = schema.models.first, schema.models.allSatisfy(\.isExternal) else { return }
    throw Failure(
      .negative, "'\(model.name)' is '@external', as are all other models, so that there is nothing to seal",
      "a version has the models that aren't '@external'; 'igata introspect --check' shows what changed in the others")
  }
}
