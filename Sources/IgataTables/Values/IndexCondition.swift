/// The rows that a partial index contains.
public enum IndexCondition: Hashable, Sendable {
  /// A condition as SQL, which only a database can evaluate.
  case sql(String)
  /// A condition that every backend can evaluate.
  case checked(RowCondition)
}
