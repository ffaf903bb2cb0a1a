import IgataDiagnostics
import IgataSyntax

extension Resolution {
  /// `uuid()`, `cuid()`, `now()`, `autoincrement()`, `sql("…")` and the like on a field that holds a value.
  mutating func resolveCall(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax], _ range: SourceRange, _ target: DefaultTarget,
    _ draft: FieldDraft, in owner: OwnerDraft
  ) -> DefaultValue? {
    switch DefaultFunction(rawValue: name.text) {
    case .sql?: return resolveSQL(arguments, range, draft, in: owner)
    case .autoincrement?:
      if !arguments.isEmpty { report(.callArguments(range, name.text)) }
      return isAutoincrementable(draft, target.type, in: owner, at: range) ? .autoincrement : nil
    default: return resolveCall(name, arguments, range, target)
    }
  }

  /// `uuid()`, `uuid7()`, `cuid()`, `ulid()` or `now()`, which make a value by themselves.
  mutating func resolveCall(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax], _ range: SourceRange, _ target: DefaultTarget
  ) -> DefaultValue? {
    guard let function = DefaultFunction(rawValue: name.text) else {
      reportUnknownFunction(name, arguments, range, target)
      return nil
    }
    if !arguments.isEmpty, function != .sql { report(.callArguments(range, name.text)) }
    let scalar = scalar(of: target.type)
    switch function {
    case .uuid, .uuid7:
      switch scalar {
      case .uuid: return function == .uuid ? .uuid : .uuid7
      case .string:
        checkText(exampleUUID, at: range, target)
        return function == .uuid ? .uuid : .uuid7
      default:
        let help = "'\(function)()' returns a 'UUID', or its text for a 'String'"
        report(.defaultType(at: range, expected: expected(target), help: help, target.role))
      }
    // Only a program makes them, so that there are none for the rows of a migration.
    case .cuid where scalar == .string && target.role == .initial:
      checkText(exampleCUID, at: range, target)
      return .cuid
    case .ulid where scalar == .string && target.role == .initial:
      checkText(exampleULID, at: range, target)
      return .ulid
    case .cuid, .ulid:
      let help = "'\(function)()' is a default of a 'String'"
      let more = scalar == .uuid ? ", and 'uuid7()' one of a 'UUID'" : ""
      report(
        .defaultType(
          at: range, expected: expected(target), help: target.role == .backfill ? backfillHelp : help + more,
          target.role))
    case .now:
      if scalar == .date { return .now }
      report(.defaultType(at: range, expected: expected(target), help: "'now()' returns a 'Date'", target.role))
    case .autoincrement, .sql:
      report(.defaultType(at: range, expected: expected(target), help: backfillHelp, target.role))
    }
    return nil
  }

  private mutating func reportUnknownFunction(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax], _ range: SourceRange, _ target: DefaultTarget
  ) {
    let call = ExpressionSyntax.call(name, arguments: arguments, range: range)
    if symbols[name.text] != nil {
      if let scalar = scalar(of: target.type) {
        reportDefaultType(call, scalar, target, help: nil)
      } else {
        report(.defaultType(at: range, expected: expected(target), help: nil, target.role))
      }
    } else if let scalar = scalar(of: target.type), let meant = meantDefault(by: call, for: scalar) {
      report(.unknownFunction(name, meant: meant, at: range))
    } else {
      // Those of texts are near 'uuid', which is meant in any other field.
      let isText = scalar(of: target.type) == .string && target.role == .initial
      let functions = DefaultFunction.allCases.filter { isText || ($0 != .cuid && $0 != .ulid) }
      let nearest = proposal(for: name.text, among: functions.map(\.rawValue))
      report(.unknownFunction(name, nearest: nearest))
    }
  }

  /// `sql("…")`, with which the database makes the values of an optional field.
  private mutating func resolveSQL(
    _ arguments: [ArgumentSyntax], _ range: SourceRange, _ draft: FieldDraft, in owner: OwnerDraft
  ) -> DefaultValue? {
    guard arguments.count == 1, arguments[0].label == nil, let text = arguments[0].value.string else {
      report(.sqlDefault(at: range, "needs one expression of SQL as a string", help: "write 'sql(\"…\")'"))
      return nil
    }
    if text.unicodeScalars.allSatisfy({ $0.properties.isWhitespace || $0 == "\0" }) {
      report(.sqlDefault(at: range, "is empty", help: "remove the default"))
      return nil
    }
    if let objection = sqlExpressionObjection(text) {
      report(.sqlDefault(at: range, "isn't one expression: \(objection)", help: "write one expression"))
      return nil
    }
    guard owner.kind == .model else {
      report(.sqlDefault(at: range, "needs a field of a model, not of a struct", help: "remove the default"))
      return nil
    }
    if draft.attributes.has(.primaryKey) || owner.keyNames?.contains(draft.name.text) == true {
      report(
        .sqlDefault(
          at: range, "can't make a key, by which the row is found",
          help: "write 'uuid()', 'uuid7()', 'cuid()', 'ulid()' or 'autoincrement()', or remove the default"))
      return nil
    }
    guard draft.shape?.isOptional == true else {
      report(
        .sqlDefault(
          at: range, "needs an optional field, which is 'nil' until the database makes its value",
          help: "make the type optional", fixes: Diagnostic.makeOptional(draft.syntax.type?.range)))
      return nil
    }
    return .sql(text)
  }

  private mutating func isAutoincrementable(
    _ draft: FieldDraft, _ type: ValueType, in owner: OwnerDraft, at range: SourceRange
  ) -> Bool {
    switch type {
    case .scalar(.int32), .scalar(.int64), .scalar(.int): break
    default:
      report(.misplacedAutoincrement(at: range, "needs an 'Int64', 'Int' or 'Int32'"))
      return false
    }
    guard owner.kind == .model else {
      report(.misplacedAutoincrement(at: range, "needs the key of a model, not a field of a struct"))
      return false
    }
    if draft.attributes.has(.primaryKey) { return true }
    guard let key = owner.keyNames, key.contains(draft.name.text) else {
      report(
        .misplacedAutoincrement(
          at: range, "is only for the primary key",
          help: "make it the primary key, or set it in the program: SQLite numbers only keys"))
      return false
    }
    if key.count == 1 { return true }
    report(.misplacedAutoincrement(at: range, "can't generate a part of a composite key"))
    return false
  }
}

/// The text of a UUID, as `uuid()` stores it in a `String`: every one has this length and these characters.
private let exampleUUID = "9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d"
private let exampleCUID = "cm3x0k2ab9f4q7w1z5t8r6y0d"
private let exampleULID = "01JDXYZ8W3N5Q7R9T1V2X4Z6B8"

private let backfillHelp = "a backfill makes values by 'uuid()', 'uuid7()', 'now()' or '@backfill(sql: \"…\")'"
