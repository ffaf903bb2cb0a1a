import IgataSchema
import IgataTemplateLanguage

extension SwiftProperty {
  private enum Slot: String, CaseIterable {
    case documentation, deprecation, isStored, isHidden, keyword, name, own, storage, storedType, type, accessor
    case assigned, readingMethod, readingArguments, isWritten, writingMethod, column
    case isRelation, relation, assignedStamp
  }
  private static let slots = Slot.allCases
  private static let names = Shape(of: slots)

  var shape: Shape { Self.names }

  func value(at slot: Int) -> TemplateValue {
    switch Self.slots[slot] {
    case .documentation: scope.documentation(field.origin)
    case .deprecation: scope.deprecation(field.deprecation)
    case .isStored: .flag(isPlain)
    case .isHidden: .flag(!isPlain)
    case .keyword: .text(keyword)
    case .name: .text(name)
    case .own: .text(own)
    case .storage: .text(storage)
    case .storedType: .text(storedType)
    case .type: .text(type)
    case .accessor: isPlain ? .null : .view(SwiftAccessorView(self))
    case .assigned: .text(assigned)
    case .readingMethod: .text(readingMethod)
    case .readingArguments, .column: .written(self, slot: slot)
    case .isWritten: .flag(writingMethod != nil)
    case .writingMethod: .optional(writingMethod)
    case .isRelation: .flag(isRelation)
    case .relation: .number(place.relation ?? 0)
    case .assignedStamp: .optional(stamp)
    }
  }

  func write(_ slot: Int, into text: inout TextBuffer) -> Bool {
    switch Self.slots[slot] {
    case .keyword: text.append(keyword)
    case .name: text.append(name)
    case .own: text.append(own)
    case .storage: text.append(storage)
    case .type: text.append(type)
    case .assigned: text.append(assigned)
    case .column: place.writeColumn(into: &text)
    case .relation: text.append(place.relation ?? 0)
    case .writingMethod: text.append(writingMethod ?? "")
    case .readingMethod: text.append(readingMethod)
    case .readingArguments: writeReadingArguments(into: &text)
    default: return false
    }
    return true
  }

  private var keyword: String {
    guard field.isConstant else { return "var" }
    return isPlain && isAssignedByStore ? "private(set) var" : "let"
  }

  private var storedType: String {
    switch form {
    case .stored, .embedded, .deprecated: type
    case .required(let target): "\(scope.runtime("Reference"))<\(scope.modelType(target))>"
    case .optional(let target), .wrapper(let target): "\(scope.runtime("Reference"))<\(scope.modelType(target))>?"
    case .ordered(let target): "\(scope.runtime("ReferenceList"))<\(scope.modelType(target))>"
    }
  }

  /// What the store's saving does to the property, as an operator with its operand; nothing where it leaves it alone.
  var stamp: String? {
    if field.isUpdatedAt { return "= now" }
    if field.isVersion { return "&+= 1" }
    return nil
  }
}
