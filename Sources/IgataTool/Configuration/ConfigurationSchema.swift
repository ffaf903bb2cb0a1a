import IgataDiagnostics
import IgataEvolution
import IgataGeneration
import IgataLint
import IgataSchema

/// The JSON Schema of `igata.json` by the draft 2020-12, with which editors complete and check it.
enum ConfigurationSchema {
  /// The setting with which a file names its JSON Schema. igata doesn't read that.
  static let key = "$schema"

  static var tree: JSONTree {
    object(closed: true, describedAs: "The settings of igata for the schemas in its folder and below.") { properties in
      properties.key(key, type("string"))
      for setting in OptionRule.settings { properties.key(setting.settingName, self.setting(setting)) }
      properties.key(NamingRules.key, names)
      properties.key(CustomOutput.key, outputs)
      properties.key(LintConfiguration.key, lint)
      properties.key(MigrationSettings.key, migrations)
    }
  }

  private static func setting(_ setting: OptionRule) -> JSONTree {
    let one: JSONTree = setting.choices.isEmpty ? text : choice(setting.choices)
    return JSONBuilder.tree { tree in
      tree.key("description", setting.purposeLine)
      guard setting.isList else { return tree.add(one) }
      // Several values can also be one text.
      let joined = setting.choices.isEmpty ? [] : [pattern("^[a-z]+(,[a-z]+)+$")]
      tree.key("anyOf", .list([one, list(one)] + joined))
    }
  }

  private static var names: JSONTree {
    let styles = NameStyle.allCases.map(\.rawValue)
    return object(describedAs: "How tables and columns are named without @table and @column.") { properties in
      properties.key("tables", JSONBuilder.tree { tree in
        tree.key("description", "A style, or a pattern such as tbl_{model}.")
        tree.key("anyOf", .list([choice(styles), pattern("\\{")]))
      })
      properties.key("plural", type("boolean"))
      properties.key("columns", choice(styles))
      properties.key("foreignKeys", JSONBuilder.tree { tree in
        tree.key("description", "A pattern of {field} and {key}, such as {field}_{key}.")
        tree.add(pattern("\\{"))
      })
    }
  }

  private static var outputs: JSONTree {
    JSONBuilder.tree { tree in
      tree.key("description", "Outputs of custom templates.")
      tree.key("type", "array")
      tree.key(
        "items",
        object(required: ["template", "path", "scope"], describedAs: "A file of a custom template.") { properties in
          properties.key("template", text)
          properties.key("path", text)
          properties.key("scope", choice(CustomOutput.Scope.allCases.map(\.rawValue)))
        })
    }
  }

  private static var lint: JSONTree {
    object(describedAs: "The settings of the linter.") { properties in
      properties.key("preset", choice(LintPreset.allCases.map(\.rawValue)))
      properties.key("baseline", text)
      properties.key("rules", object(describedAs: "The levels and options of rules.") { rules in
        for rule in LintRule.all { rules.key(rule.id, self.rule(rule)) }
      })
    }
  }

  private static func rule(_ rule: LintRule) -> JSONTree {
    let level = choice(LintLevel.allCases.map(\.rawValue))
    return JSONBuilder.tree { tree in
      tree.key("description", rule.kind.page.summary)
      tree.key("anyOf", .list([level, object { properties in
        properties.key("level", level)
        for option in rule.options { properties.key(option.name, self.option(option)) }
      }]))
    }
  }

  private static func option(_ option: LintOption) -> JSONTree {
    JSONBuilder.tree { tree in
      tree.key("description", option.purpose)
      switch option.standard {
      case .flag: tree.key("type", "boolean")
      case .count:
        tree.key("type", "integer")
        tree.key("minimum", 0)
      case .words: tree.add(list(type("string")))
      }
    }
  }

  private static var migrations: JSONTree {
    let dialects = list(choice(scriptDialects), isEmpty: false)
    return object(describedAs: "The versions of the schema.") { properties in
      properties.key("folder", text)
      properties.key("dialects", dialects)
      properties.key("embed", dialects)
      properties.key("deploy", choice(["stop"]))
    }
  }

  // MARK: Forms

  private static let text = JSONBuilder.tree { tree in
    tree.key("type", "string")
    tree.key("minLength", 1)
  }

  private static func type(_ name: String) -> JSONTree { JSONBuilder.tree { $0.key("type", name) } }

  private static func choice(_ values: [String]) -> JSONTree { JSONBuilder.tree { $0.key("enum", list: values) } }

  private static func pattern(_ expression: String) -> JSONTree {
    JSONBuilder.tree { tree in
      tree.key("type", "string")
      tree.key("pattern", expression)
    }
  }

  private static func list(_ element: JSONTree, isEmpty: Bool = true) -> JSONTree {
    JSONBuilder.tree { tree in
      tree.key("type", "array")
      tree.key("items", element)
      if !isEmpty { tree.key("minItems", 1) }
    }
  }

  /// An object with no other members than these.
  private static func object(
    closed isWhole: Bool = false, required: [String] = [], describedAs description: String? = nil,
    _ properties: (inout JSONBuilder) -> Void
  ) -> JSONTree {
    JSONBuilder.tree { tree in
      if isWhole { tree.key("$schema", "https://json-schema.org/draft/2020-12/schema") }
      if let description { tree.key("description", description) }
      tree.key("type", "object")
      tree.key("additionalProperties", false)
      if !required.isEmpty { tree.key("required", list: required) }
      tree.key("properties", object: properties)
    }
  }
}

extension JSONBuilder {
  /// Adds the members of an object.
  fileprivate mutating func add(_ tree: JSONTree) {
    guard case .object(let members) = tree else { return }
    for member in members { key(member.key, member.value) }
  }
}
