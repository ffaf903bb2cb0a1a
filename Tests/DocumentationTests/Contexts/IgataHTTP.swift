private struct Tokens { func token(renewed: Bool) async throws -> String { "" } }
private let tokens = Tokens()
private let url = URL(filePath: "/")
private func articles(inXML body: Data) throws -> [JSON] { [] }
