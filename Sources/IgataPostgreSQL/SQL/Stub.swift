#if PostgreSQL
internal import IgataRuntime
final class TableText: Sendable { init(_ t: TableDescription) {} }
struct TranslatedQuery { var request: Request }
struct AggregateResult { func value(_ r: ServerResult, _ i: Int32, _ t: TableDescription) throws(StoreError) -> StoredValue { .null } }
enum QueryTranslator {
  static func rows(_ q: RowQuery, _ t: TableText) throws(StoreError) -> TranslatedQuery { throw .cancelled }
  static func deletion(_ q: RowQuery, _ t: TableText) throws(StoreError) -> TranslatedQuery { throw .cancelled }
  static func aggregates(_ q: RowQuery, _ a: [Aggregate], _ t: TableText) throws(StoreError) -> (TranslatedQuery, [AggregateResult]) { throw .cancelled }
}
func scaledNumber(_ text: String, by scale: Int64) -> String? { nil }
#endif
