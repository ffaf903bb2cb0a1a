extension ExplanationPages {
  static let all: [ExplanationPage] = []
}
