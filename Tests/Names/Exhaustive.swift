/// Schemas in which each word stands in one role: as every kind of type, as every kind of field, and as what its own
/// type is called.
enum Exhaustive {
  /// - Parameter templates: The words of the templates, each of which may be the name of a type.
  static func schemas(refused: Refused, templates: [String]) -> [(name: String, text: String)] {
    let types = Words.all.filter { !refused.contains($0) }
    let written = templates.filter { !refused.contains($0) }
    return [
      ("models", types.map(model).joined()),
      ("structs", holder(types) { "struct `\($0)` {\n  a: Int = 0\n  b: String = \"\" @sensitive\n}\n" } value: { " = `\($0)`()" }),
      ("enums", holder(types) { "enum `\($0)` {\n  case some\n  case none @unknown\n}\n" } value: { _ in " = .none" }),
      ("newtypes", holder(types) { "type `\($0)` = String @length(1...9)\n" } value: { _ in " = \"a\"" }),
      ("fixed", holder(types) { "type `\($0)` = Fixed(scale: 100)\n" } value: { _ in " = 1" }),
      ("fields", fields()), ("relations", relations()), ("cases", cases()), ("members", members()), ("keys", keys()),
      ("links", links()),
      ("own", types.map(own).joined()),
      ("written", written.map { "enum `\($0)` {\n  case a\n}\n" }.joined() + everything(of: written)),
    ]
  }

  /// A model that others relate to in every way.
  private static func model(_ word: String) -> String {
    """
    model `\(word)` @table("t_\(code(word))") {
      id: UUID = uuid() @primaryKey
      value: Int = 0
      others: [`\(word)`]
    }
    model Owner_\(code(word)) {
      id: Int64 = autoincrement() @primaryKey
      one: `\(word)`
      maybe: `\(word)`?
      wrapper: `\(word)` = `\(word)`()
      list: [`\(word)`]
      back: [Back_\(code(word))] @inverse(to)
    }
    model Back_\(code(word)) {
      to: Owner_\(code(word)) @primaryKey
      key: `\(word)`
    }

    """
  }

  /// A declaration for each word, and models with fields of the type.
  private static func holder(
    _ types: [String], declaration: (String) -> String, value: (String) -> String
  ) -> String {
    types.map { word in
      declaration(word) + """
        model Holder_\(code(word)) {
          id: UUID = uuid() @primaryKey
          plain: `\(word)`
          standard: `\(word)`\(value(word))
        }

        """
    }.joined()
  }

  private static let simple =
    "type Text = String\nenum Kind {\n  case a\n  case b\n}\nstruct Part {\n  a: Int = 0\n}\n"
    + "model Plain {\n  id: UUID = uuid() @primaryKey\n}\n"

  /// A model with a field of each type, and what else of the language needs names of other modules.
  private static func everything(of types: [String]) -> String {
    "model Everything17 {\n  id: Int64 = autoincrement() @primaryKey\n"
      + types.enumerated().map { "  f\($0)_17: `\($1)` = .a\n" }.joined()
      + "  currency17: Currency = 1.5\n  exact17: Decimal = 1.5\n  link17: URL = \"https://a.b\"\n"
      + "  made17: UUID = uuid7()\n  next17: Everything17?\n  all17: [Everything17] @joinTable(\"all17\")\n}\n"
      + "enum Open17 {\n  case a\n  case b @unknown\n}\nstruct Part17 {\n  a: Open17 = .a @sensitive\n}\n"
  }

  /// Fields of each word, of several types.
  private static func fields() -> String {
    simple
      + Words.all.map { word in
        """
        model Field_\(code(word)) {
          id17: UUID = uuid() @primaryKey
          `\(word)`: UUID = uuid()
        }
        model List_\(code(word)) {
          id17: Int64 = autoincrement() @primaryKey
          `\(word)`: [Kind] = [.a] @deprecated("old")
        }
        model Part_\(code(word)) {
          id17: UUID = uuid() @primaryKey
          `\(word)`: Part = Part()
          text: Text? = "a"
          at: Date = now()
          amount: Currency = 9_999_999_999
          exact: Decimal = 1.5
          link: URL = "https://a.b"
          kind: Kind? = .a
        }

        """
      }.joined()
  }

  private static func relations() -> String {
    simple
      + Words.all.map { word in
        """
        model One_\(code(word)) {
          id17: Int64 = autoincrement() @primaryKey
          `\(word)`: Plain
        }
        model Maybe_\(code(word)) {
          id17: UUID = uuid() @primaryKey
          `\(word)`: Plain? @deprecated("old")
        }
        model Wrap_\(code(word)) {
          id17: Int64 = autoincrement() @primaryKey
          `\(word)`: Plain = Plain()
        }
        model Many_\(code(word)) {
          id17: UUID = uuid() @primaryKey
          `\(word)`: [Plain]
        }
        model Back_\(code(word)) {
          id17: UUID = uuid() @primaryKey
          `\(word)`: [Fore_\(code(word))] @inverse(other)
        }
        model Fore_\(code(word)) {
          id17: UUID = uuid() @primaryKey
          other: Back_\(code(word))
        }

        """
      }.joined()
  }

  private static func cases() -> String {
    simple
      + Words.all.map { word in
        """
        enum Text_\(code(word)) {
          case `\(word)`
          case other17 @unknown
        }
        enum Number_\(code(word)): Int16 {
          case `\(word)` = 7 @deprecated("old")
        }
        enum Open_\(code(word)) {
          case a17
          case `\(word)` @unknown
        }
        struct Case_\(code(word)) {
          a: Text_\(code(word)) = .`\(word)`
          b: Text_\(code(word))? = .`\(word)`
          c: [Number_\(code(word))] = [.`\(word)`]
        }

        """
      }.joined()
  }

  private static func members() -> String {
    simple
      + Words.all.map { word in
        """
        struct Plain_\(code(word)) {
          `\(word)`: String = "a"
        }
        struct Secret_\(code(word)) {
          `\(word)`: Need?
          let17: Kind? @sensitive
        }
        struct Required_\(code(word)) {
          `\(word)`: UUID
        }

        """
      }.joined() + "struct Need {\n  a: Int\n}\n"
  }

  private static func keys() -> String {
    simple
      + Words.all.map { word in
        """
        model Key_\(code(word)) {
          `\(word)`: String @primaryKey
          wrap17: Plain = Plain()
          backs17: [Both_\(code(word))] @inverse(to17)
        }
        model Both_\(code(word)) {
          `\(word)`: Int64
          to17: Key_\(code(word))
          primaryKey(`\(word)`, to17)
        }
        model Rel_\(code(word)) {
          `\(word)`: Both_\(code(word)) @primaryKey
        }

        """
      }.joined()
  }

  /// Relations by the columns of other fields, the other sides of one-to-one relations and lists, and conditions.
  private static func links() -> String {
    Words.all.map { word in
      """
      model Email_\(code(word)) {
        `\(word)`: String @unique
        many17: [Link_\(code(word))] @inverse(few17)
      }
      model Link_\(code(word)) {
        id17: String = uuid() @primaryKey
        `\(word)`: Email_\(code(word)) @references(`\(word)`)
        few17: [Email_\(code(word))] @unordered @onUpdate(cascade)
        single17: Shared_\(code(word))? @inverse(`\(word)`)
      }
      model Shared_\(code(word)) {
        id17: Int64 = autoincrement() @primaryKey
        text17: String? @column("shared17")
        `\(word)`: Link_\(code(word)) @unique
        mail17: Email_\(code(word))? @references(`\(word)`) @columns("shared17")
      }
      model Checked_\(code(word)) {
        id17: UUID = uuid() @primaryKey
        `\(word)`: Int
        other17: Int? = sql("NULL")
        json17: JSON = {"`": [1, null]}
        check(`\(word)` > 0 && !(other17 == `\(word)`), name: "c_\(code(word))")
        index(`\(word)`, where: `\(word)`.isIn([1, 2]), using: hash, name: "i_\(code(word))")
      }

      """
    }.joined()
  }

  /// Fields that are called as their types are.
  private static func own(_ word: String) -> String {
    """
    model `\(word)` @table("t_\(code(word))") {
      id17: UUID = uuid() @primaryKey
      `\(word)`: `\(word)`?
      a17: Int = 0
    }
    model Of_\(code(word)) {
      id17: UUID = uuid() @primaryKey
      `\(word)`: `\(word)` = `\(word)`()
    }
    model In_\(code(word)) {
      id17: UUID = uuid() @primaryKey
      `\(word)`: [`\(word)`]
    }

    """
  }

  /// The word in letters that no table's name takes for those of another.
  private static func code(_ word: String) -> String {
    String((Words.all.firstIndex(of: word) ?? 0) + 1000)
  }
}
