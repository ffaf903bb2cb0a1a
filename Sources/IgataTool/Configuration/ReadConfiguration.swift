import IgataDiagnostics
import IgataTemplateLanguage

/// What an `igata.json` says, and what is wrong with it.
func readConfiguration(_ source: SourceFile) -> (configuration: Configuration, diagnostics: [Diagnostic]) {
  var (json, diagnostics) = parseJSON(source)
  var values: [String: [String]] = [:]
  switch json {
  case .object(let members, _)?:
    for member in members {
      switch read(member, folder: PathText.folder(source.name)) {
      case .success(let (name, read)): values[name] = read
      case .failure(let wrong): diagnostics.append(wrong.diagnostic)
      }
    }
  case let other?: diagnostics.append(.wrongSetting("the configuration", "is not an object: {…}", at: other.range))
  case nil: break
  }
  return (Configuration(path: source.name, values: values), diagnostics)
}

private struct WrongSetting: Error {
  var diagnostic: Diagnostic
}

private func read(_ member: JSONMember, folder: String) -> Result<(String, [String]), WrongSetting> {
  guard let setting = OptionRule.settings.first(where: { $0.name == member.key }) else {
    return .failure(WrongSetting(diagnostic: .unknownSetting(member)))
  }
  let elements: [JSONValue]
  switch member.value {
  case .list(let values, _) where setting.isList: elements = values
  case let value: elements = [value]
  }
  var texts: [String] = []
  for element in elements {
    guard case .text(let text, let range) = element else {
      return .failure(WrongSetting(diagnostic: .wrongSettingType(setting, at: element.range)))
    }
    if let objection = setting.objection(to: text) ?? (text.utf8.contains(0) ? "holds a NUL" : nil) {
      return .failure(WrongSetting(diagnostic: .wrongSetting("'\(setting.name)'", objection, at: range)))
    }
    texts += setting.values(of: text, folder: folder)
  }
  guard !texts.isEmpty else {
    return .failure(WrongSetting(diagnostic: .wrongSetting("'\(setting.name)'", "is empty", at: member.value.range)))
  }
  return .success((setting.name, texts))
}

extension OptionRule {
  /// Whether the setting may be a list of texts.
  var isList: Bool {
    switch value {
    case .choices, .paths: true
    case .none, .text, .path, .choice: false
    }
  }

  fileprivate func values(of text: String, folder: String) -> [String] {
    switch value {
    case .path, .paths: [PathText.join(folder, text)]
    case .choices: OptionRule.parts(of: text)
    case .none, .text, .choice: [text]
    }
  }
}
