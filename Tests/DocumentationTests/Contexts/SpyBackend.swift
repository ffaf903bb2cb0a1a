import Testing

private struct MessagePresenter {
  let store: Store
  func post(_ text: String) async throws {}
}
