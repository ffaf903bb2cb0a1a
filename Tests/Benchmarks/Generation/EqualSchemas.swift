/// The schema that is measured, of `models` models with ten fields each, in the language of each generator.
///
/// Each model relates to one before it, so that the relations are a tree; the first one relates to itself.
struct EqualSchemas {
  let models: Int
  /// The version of the schema in Igata's own language. Each one adds a field to every model.
  var version = 0

  /// In Igata's own language.
  var igata: String {
    var text = "enum Kind: String {\n  case alpha\n  case beta\n  case gamma\n  case delta\n}\n"
    for model in 0..<models {
      text += """

        model Entity\(model) {
          id: UUID = uuid() @primaryKey
          name: String
          count: Int64 = 0
          ratio: Double = 0
          isActive: Bool = false
          createdAt: Date = now()
          payload: Data?
          kind: Kind = .alpha
          amount: Currency = 0
          owner: Entity\(owner(of: model))\(model == 0 ? "?" : "")
        \((0..<version).map { "  note\($0): String?\n" }.joined())}

        """
    }
    return text
  }

  /// For Apache Thrift. What has no type of its own there is what it would be stored as.
  var thrift: String {
    var text = "enum Kind {\n  ALPHA = 0,\n  BETA = 1,\n  GAMMA = 2,\n  DELTA = 3\n}\n"
    for model in 0..<models {
      text += """

        struct Entity\(model) {
          1: required binary id,
          2: required string name,
          3: i64 count = 0,
          4: double ratio = 0,
          5: bool isActive = false,
          6: i64 createdAt,
          7: optional binary payload,
          8: Kind kind = Kind.ALPHA,
          9: i64 amount = 0,
          10: \(model == 0 ? "optional " : "")Entity\(owner(of: model)) owner\(model == 0 ? " (cpp.ref = \"true\")" : "")
        }

        """
    }
    return text
  }

  /// For FlatBuffers, likewise.
  var flatBuffers: String {
    var text = "enum Kind : byte { Alpha = 0, Beta = 1, Gamma = 2, Delta = 3 }\n"
    for model in 0..<models {
      text += """

        table Entity\(model) {
          id:[ubyte] (required);
          name:string (required);
          count:long = 0;
          ratio:double = 0;
          is_active:bool = false;
          created_at:long;
          payload:[ubyte];
          kind:Kind = Alpha;
          amount:long = 0;
          owner:Entity\(owner(of: model));
        }

        """
    }
    return text
  }

  private func owner(of model: Int) -> Int { max(model - 1, 0) / 10 }
}
