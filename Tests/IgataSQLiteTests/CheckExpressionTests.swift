@_spi(Backend) import IgataRuntime
import Testing

@_spi(Backend) @testable import IgataSQL

/// Checks as engines and other programs write them, and whether a column of the schema may hold all that it says.
@Suite struct CheckExpressionTests {
  @Test(arguments: [
    ("v IN ('a', 'b''c')", "string(a)", true), ("v IN ('a', 'b')", "string(a, c)", false),
    ("(((v)::text = ANY ((ARRAY['a'::character varying, 'b'::character varying])::text[])))", "string(a, b)", true),
    ("((v = ANY (ARRAY['a'::text, 'b'::text])))", "string(a, c)", false), ("v = 'a' AND v IN ('a', 'b')", "string(b)", false),
    ("((v >= '-5'::integer) AND (v <= 5))", "int64 min -5 max 5", true),
    ("((v >= '-5'::integer) AND (v < 5))", "int64 min -5 max 5", false),
    ("((v >= (-5)) AND (v < 5))", "int64 min -5 below 5", true), ("v BETWEEN 1 AND 5", "int16(1, 5)", true),
    ("v > 0", "int64 min 1", true), ("v > 0", "int64 min 0", false), ("v >= 0.05", "double min 0.05", true),
    ("(char_length(v) <= 100)", "string maxLength 100", true), ("(char_length(v) <= 100)", "string", false),
    ("(cardinality(v) <= 3)", "list int64 maxLength 3", true), ("v IS NULL OR json_valid(v)", "json", true),
    ("v IS NULL OR json_valid(v) AND json_type(v) = 'array'", "list string", true),
    ("json_valid(v) AND json_type(v) = 'array'", "json", false), ("v IS NOT NULL", "string", true),
    ("length(v) = 16", "uuid", true), ("v >= 9223372036854775808", "int64", false),
  ])
  func understood(_ expression: String, _ column: String, _ isAllowed: Bool) throws {
    let domains = try #require(CheckExpression(sqlTokens(of: expression)).domains)
    let table = TableDescription("table T t\ncolumn v \(column)\nkey v", relations: [] as [any PersistableModel.Type])
    let refusal = try #require(domains["v"]).refusal(of: table.columns[0].domain)
    #expect((refusal == nil) == isAllowed, "\(refusal ?? "-")")
  }

  @Test(arguments: [
    "", "v", "v LIKE '%@%'", "v > w", "lower(v) = 'a'", "v IN ('a') OR v > 5", "v = 'a' AND w = 'b' OR v = 'c'", "NOT v",
    "v IN ('a'", "(v > 1", "v > 1)", "v IN (SELECT a FROM b)", "length(v) IN (1, 2)", "v ~ '^a'::text", "'", "\"", "[", "/*",
    String(repeating: "(", count: 100_000), String(repeating: "v > 1 AND (", count: 50_000), "v BETWEEN 1 OR 2", "v + 1 > 5",
    "(v > 1) = true", "v > 1e999999", "CASE WHEN v THEN 1 END",
  ])
  func notUnderstood(_ expression: String) {
    #expect(CheckExpression(sqlTokens(of: expression)).domains == nil)
  }
}
