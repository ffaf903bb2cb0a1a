#if SQLite || canImport(SQLite3)
internal import IgataTables

/// The affinity that SQLite gives to a column of a declared type, by which it converts the values that are stored.
enum Affinity: CaseIterable {
  case integer, real, text, numeric
  /// Nothing is converted. SQLite calls it BLOB.
  case none

  init(of declared: String) {
    let type = declared.uppercased()
    if type.contains("INT") {
      self = .integer
    } else if type.contains("CHAR") || type.contains("CLOB") || type.contains("TEXT") {
      self = .text
    } else if type.isEmpty || type.contains("BLOB") {
      self = .none
    } else if type.contains("REAL") || type.contains("FLOA") || type.contains("DOUB") {
      self = .real
    } else {
      self = .numeric
    }
  }

  /// How a column of the affinity holds values that are stored in a certain way.
  enum Fit {
    /// Each value comes back as it was written.
    case unchanged
    /// Whole numbers come back as integers, which are read as the same numbers, and make arithmetic one of integers.
    case asIntegers
    /// Text that looks like a number would come back as one, and is refused when it is written.
    case unlessNumber
    /// Some values come back as others, or the declared type says that others are stored there.
    case refused
  }

  func fit(of values: StorageKind) -> Fit {
    switch (self, values) {
    case (.none, .real), (.integer, .real), (.numeric, .real): .asIntegers
    case (.none, _): .unchanged
    case (.integer, .bool), (.integer, .integer), (.integer, .date): .unchanged
    case (.real, .real): .unchanged
    case (.text, .text), (.text, .decimal), (.text, .day), (.text, .json), (.text, .list): .unchanged
    case (.numeric, .text), (.numeric, .json): .unlessNumber
    // A list begins with a bracket, a day has hyphens, and bytes are never converted.
    case (.numeric, .bool), (.numeric, .integer), (.numeric, .date), (.numeric, .list), (.numeric, .day),
      (.numeric, .data), (.numeric, .uuid):
      .unchanged
    case (.numeric, .decimal), (.integer, _), (.real, _), (.text, _): .refused
    }
  }

  /// Whether a column of the affinity is as good as one that `prepare` creates.
  func isUsual(for values: ColumnType, _ declared: String) -> Bool {
    switch values.storageClass {
    case .integer: self == .integer || (values.storage == .bool && declared.uppercased().contains("BOOL"))
    case .real: self == .real
    case .text: self == .text
    case .blob: self == .none || self == .numeric
    }
  }

  /// What a column of the affinity stores, for messages.
  var words: String {
    switch self {
    case .integer: "stores whole numbers"
    case .real: "stores floating-point numbers"
    case .text: "stores text"
    case .numeric: "stores fractions, and converts text that looks like a number"
    case .none: "stores values unchanged"
    }
  }

  /// The type by which a column of the affinity is read.
  var help: String {
    switch self {
    case .integer: "read it as Int"
    case .real: "read it as Double"
    case .text: "read it as String"
    case .numeric: "read it as Double, or as String if it has text"
    case .none: "change the field"
    }
  }
}

#endif
