// What only a backend's author needs. Nothing of this is run.

import Foundation
import GeneratedModels
import IgataRuntime
import IgataSQL

typealias Types = (
  ExplainedQuery,  // hidden: cannot find type 'ExplainedQuery' in scope
  SQLChange,  // hidden: cannot find type 'SQLChange' in scope
  CopiedRow,  // hidden: cannot find type 'CopiedRow' in scope
  ArithmeticOperator,  // hidden: cannot find type 'ArithmeticOperator' in scope
  ComparisonOperator,  // hidden: cannot find type 'ComparisonOperator' in scope
  NextRow,  // hidden: cannot find type 'NextRow' in scope
  OpenRow,  // hidden: cannot find type 'OpenRow' in scope
  OutsideChange,  // hidden: cannot find type 'OutsideChange' in scope
  QueryExpression,  // hidden: cannot find type 'QueryExpression' in scope
  RelatedRows,  // hidden: cannot find type 'RelatedRows' in scope
  RelationDescription,  // hidden: cannot find type 'RelationDescription' in scope
  RowOrigin,  // hidden: cannot find type 'RowOrigin' in scope
  Savepoint,  // hidden: cannot find type 'Savepoint' in scope
  SessionAccess,  // hidden: cannot find type 'SessionAccess' in scope
  StoreIdentity,  // hidden: cannot find type 'StoreIdentity' in scope
  TextOperator,  // hidden: cannot find type 'TextOperator' in scope
  ValueRowCursor,  // hidden: cannot find type 'ValueRowCursor' in scope
  ValueRowSink,  // hidden: cannot find type 'ValueRowSink' in scope
  WriteID,  // hidden: cannot find type 'WriteID' in scope
  WrittenRow  // hidden: cannot find type 'WrittenRow' in scope
)

typealias Protocols = (
  any BackendSession,  // hidden: cannot find type 'BackendSession' in scope
  any DirectBackend,  // hidden: cannot find type 'DirectBackend' in scope
  any DirectSession,  // hidden: cannot find type 'DirectSession' in scope
  any IdempotentBackend,  // hidden: cannot find type 'IdempotentBackend' in scope
  any RowCursor,  // hidden: cannot find type 'RowCursor' in scope
  any RowInput,  // hidden: cannot find type 'RowInput' in scope
  any RowOutput  // hidden: cannot find type 'RowOutput' in scope
)

typealias SQLTypes = (
  QueryParameter,  // hidden: cannot find type 'QueryParameter' in scope
  RenderedSQL,  // hidden: cannot find type 'RenderedSQL' in scope
  QueryTranslator,  // hidden: cannot find type 'QueryTranslator' in scope
  TranslatedQuery  // hidden: cannot find type 'TranslatedQuery' in scope
)

func members(_ backend: MemoryBackend, _ table: TableDescription) {
  _ = backend.identity  // hidden: 'identity' is inaccessible
  _ = table.columns  // hidden: 'columns' is inaccessible
  _ = table.relations  // hidden: 'relations' is inaccessible
}

func members(_ condition: Condition, _ column: Column<Int>, _ ordering: Ordering, _ path: RelationPath) {
  _ = condition.kind  // hidden: 'kind' is inaccessible
  _ = column.expression  // hidden: 'expression' is inaccessible
  _ = ordering.expression  // hidden: 'expression' is inaccessible
  _ = path.origin  // hidden: 'origin' is inaccessible
}

let unnamed: StoreError = ._otherCasesMayBeAdded  // hidden: '_otherCasesMayBeAdded' is inaccessible
