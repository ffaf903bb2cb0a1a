import IgataDiagnostics
import IgataGeneration
import IgataSchema
import IgataTemplateLanguage

/// Reads an `igata.json`, and reports its errors.
func readConfiguration(_ source: SourceFile) -> Configuration {
  var (json, diagnostics) = parseJSON(source)
  var values: [String: [String]] = [:]
  var lint = LintConfiguration()
  var outputs: [CustomOutput] = []
  var names = NamingRules()
  var migrations = MigrationSettings(in: PathText.folder(source.name))
  switch json {
  case .object(let members, _)?:
    for member in members {
      switch member.key {
      case ConfigurationSchema.key:
        if case .text = member.value { continue }
        diagnostics.append(Diagnostic(.wrongSetting, "'$schema' is not a string", at: member.value.range))
      case LintConfiguration.key:
        lint = readLintConfiguration(member.value, folder: PathText.folder(source.name), &diagnostics)
      case CustomOutput.key: outputs = readOutputs(member.value, &diagnostics)
      case NamingRules.key: names = readNames(member.value, &diagnostics)
      case MigrationSettings.key:
        migrations = readMigrations(member.value, folder: PathText.folder(source.name), &diagnostics)
      default:
        switch read(member, folder: PathText.folder(source.name)) {
        case .success(let (name, read)): values[name] = read
        case .failure(let wrong): diagnostics.append(wrong.diagnostic)
        }
      }
    }
  case let other?: diagnostics.append(.wrongConfiguration(at: other.range))
  case nil: break
  }
  var configuration = Configuration(source, values: values, migrations)
  configuration.diagnostics = diagnostics
  configuration.lint = lint
  configuration.outputs = outputs
  configuration.names = names
  return configuration
}

private struct WrongSetting: Error {
  var diagnostic: Diagnostic
}

private func read(_ member: JSONMember, folder: String) -> Result<(String, [String]), WrongSetting> {
  guard let setting = OptionRule.settings.first(where: { $0.settingName == member.key }) else {
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
    if let objection = setting.objectionInFile(to: text) {
      return .failure(WrongSetting(diagnostic: .wrongSetting(setting, objection, text, at: range)))
    }
    if setting.isPath, FileLocation(text, configuredIn: folder) == nil {
      return .failure(WrongSetting(diagnostic: .outsideSetting(setting.settingName, at: range)))
    }
    texts += setting.values(of: text, folder: folder)
  }
  guard !texts.isEmpty else {
    return .failure(WrongSetting(diagnostic: .wrongSetting(setting, "is empty", at: member.value.range)))
  }
  return .success((setting.name, texts))
}

extension OptionRule {
  /// Whether the setting can be a list of strings.
  var isList: Bool {
    switch value {
    case .choices, .paths: true
    case .none, .text, .texts, .path, .choice, .typeName: false
    }
  }

  fileprivate var isPath: Bool {
    switch value {
    case .path, .paths: true
    case .none, .text, .texts, .choice, .choices, .typeName: false
    }
  }

  fileprivate func objectionInFile(to text: String) -> String? {
    switch value {
    case .choice(let values): values.contains(text) ? nil : "can't be '\(visible(text))'"
    case .choices(let values):
      OptionRule.parts(of: text).first { !values.contains($0) }.map { "can't be '\(visible($0))'" }
    case .typeName:
      SchemaName.objection(to: text).map { text.isEmpty ? "is empty" : "can't be '\(visible(text))', which \($0)" }
    case .none, .text, .texts, .path, .paths:
      text.isEmpty ? "is empty" : text.utf8.contains(0) ? "contains a NUL character" : nil
    }
  }

  fileprivate func values(of text: String, folder: String) -> [String] {
    switch value {
    // In a file, '-' is an ordinary name and doesn't mean standard input.
    case .path, .paths: [text == Inputs.standardInput ? "\(folder)/-" : PathText.join(folder, text)]
    case .choices: OptionRule.parts(of: text)
    case .none, .text, .texts, .choice, .typeName: [text]
    }
  }
}
