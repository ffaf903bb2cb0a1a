public import IgataDiagnostics

/// A reference to a declaration by its name.
///
/// ``Schema/uses`` has one for each name in the source that isn't itself a declaration and that the resolver could
/// resolve.
public struct NameUse: Hashable, Sendable {
  /// What is referred to.
  public enum Declaration: Hashable, Sendable {
    // Indexes into the schema's arrays.
    case model(Int)
    case structure(Int)
    case enumeration(Int)
    case newtype(Int)
    case enumCase(enumeration: Int, index: Int)
    case field(model: Int, name: String)
    case structField(structure: Int, name: String)
  }

  /// How a declaration is referred to.
  public enum Role: Hashable, Sendable {
    /// It is the name of the declaration itself, which ``Schema/uses`` doesn't have.
    case declaration
    /// As the type of a field, or of its elements.
    case type
    /// In a default: `.case`, `Settings()`.
    case defaultValue
    /// In `primaryKey(…)`, `unique(…)` or `index(…)`.
    case constraint
    /// In `check(…)`, or after `where:`.
    case condition
    /// In `@inverse(…)`.
    case inverse
    /// In `@references(…)`.
    case reference
    /// In `distribute(by:)`.
    case distribution
  }

  public let declaration: Declaration
  public let role: Role
  /// The range of the name.
  public let range: SourceRange

  package init(declaration: Declaration, role: Role, range: SourceRange) {
    self.declaration = declaration
    self.role = role
    self.range = range
  }
}

extension Schema {
  /// The name that is declared, without backticks.
  package func name(of declaration: NameUse.Declaration) -> String {
    switch declaration {
    case .model(let index): models[index].name
    case .structure(let index): structs[index].name
    case .enumeration(let index): enums[index].name
    case .newtype(let index): newtypes[index].name
    case .enumCase(let enumeration, let index): enums[enumeration].cases[index].name
    case .field(_, let name), .structField(_, let name): name
    }
  }
}
