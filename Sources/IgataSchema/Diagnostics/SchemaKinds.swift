public import IgataDiagnostics

extension DiagnosticKind {
  /// What the resolver reports.
  public static let schemaKinds: [DiagnosticKind] = [
    .accessorCollision, .ambiguousLength, .backfillText, .callArguments, .columnCollision, .conditionType,
    .constraintForm, .constraintInStruct, .constraintNameCollision, .cyclicStruct, .defaultConstraint,
    .defaultPrecision, .defaultRange, .defaultType, .duplicateAttribute, .duplicateCase, .duplicateConstraint,
    .duplicateDeclaration, .duplicateField, .duplicateKey, .duplicateRawValue, .emptyDeclaration, .emptyRange,
    .functionType, .inapplicableAttribute, .invalidFormerName, .invalidLength, .invalidPattern, .invalidPrecision,
    .invalidScale, .invalidSQLName, .invalidSwiftType, .joinColumns, .limitExceeded, .misplacedAutoincrement,
    .missingInverse, .missingPrimaryKey, .missingReason, .nestedList, .nestedOptional, .newtypeBase,
    .notConstructible, .nullifyRequired, .optionalElement, .optionalList, .optionalStruct, .optionalWrapper, .rawType,
    .rawValueRange, .rawValueType, .referenceColumns, .referencedFields, .relationCycle, .relationInStruct,
    .repeatedColumn, .requiredInverse, .reservedName, .reservedTypeName, .secondDistribution, .secondPrimaryKey,
    .secondUnknownCase, .secondVersion, .sharedInverse, .sqlDefault, .structList, .tableCollision, .typeArguments,
    .unindexableField, .unknownAttribute, .unknownCase, .unknownDeleteRule, .unknownField, .unknownFunction,
    .unknownType, .unknownUpdateRule, .unnamedFixed, .unrepresentableBound, .unsuitableDistribution, .unsuitableKey,
    .wrongArguments, .wrongAttributeTarget, .wrongInverse,
  ]
}
