/// The type of a column's values. A newtype is the type that it wraps.
public indirect enum ColumnType: Hashable, Sendable {
  case bool, int16, int32, int64, int, float, double
  case decimal(precision: Int? = nil, scale: Int? = nil)
  /// An `Int64` that holds value × scale.
  case fixed(scale: Int64)
  case string, data, date, uuid, url, json
  /// An enum over strings: its raw values, and whether others are read as its `@unknown` case.
  case stringEnum([String], isOpen: Bool = false)
  /// An enum over integers of the type `width` (``int16``, ``int32``, ``int64`` or ``int``).
  case integerEnum([Int64], width: ColumnType, isOpen: Bool = false)
  /// A list of a type that is none itself.
  case list(ColumnType)
}
