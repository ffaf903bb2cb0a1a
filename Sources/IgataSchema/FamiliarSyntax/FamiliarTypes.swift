/// The equivalent of a type of another programming language, schema language or database.
func familiarType(for name: String) -> String? {
  switch asciiLowercase(name) {
  case "text", "varchar", "char", "character", "nvarchar", "citext", "clob", "str", "&str", "nsstring", "email",
    "cuid", "id", "ulid", "nanoid", "objectid", "mediumtext", "longtext":
    "String"
  case "integer", "number", "nsinteger": "Int"
  case "i8", "i16", "u8", "u16", "int8", "uint8", "byte", "smallint", "short", "tinyint", "uint16", "smallserial":
    "Int16"
  case "i32", "u32", "int4", "mediumint", "serial", "uint32": "Int32"
  case "i64", "u64", "isize", "usize", "bigint", "long", "uint", "uint64", "bigserial", "int128": "Int64"
  case "boolean", "bit": "Bool"
  case "f32", "real", "float32", "float4", "single": "Float"
  case "f64", "float64", "float8", "cgfloat", "timeinterval": "Double"
  case "numeric", "nsdecimalnumber", "bigdecimal": "Decimal"
  case "money": "Currency"
  case "datetime", "timestamp", "timestamptz", "time", "instant", "nsdate", "localdatetime": "Date"
  case "localdate", "plaindate", "dateonly", "calendardate": "Day"
  case "blob", "bytes", "bytea", "binary", "varbinary", "nsdata": "Data"
  case "guid", "uniqueidentifier": "UUID"
  case "uri": "URL"
  case "jsonb", "any", "map", "dictionary", "object": "JSON"
  default: nil
  }
}

/// A name with its ASCII letters in lower case, for comparison.
func asciiLowercase(_ name: String) -> String { foldedName(name) }
