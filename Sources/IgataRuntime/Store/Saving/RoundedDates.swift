internal import Foundation

extension PersistableModel {
  /// The model with dates as exact as some of its columns keep them, rounded to the nearest, and the same relations.
  func rounded(in columns: [Int]) -> Self {
    var parts: ModelParts?
    for column in columns {
      guard let unit = Self.table.columns[column].form?.unit else { continue }
      let known = parts ?? ModelParts(self)
      parts = known
      guard case .date(let microseconds) = known.row[column] else { continue }
      let rounded = Date.rounded(microsecondsSince1970: microseconds, to: unit)
      if rounded != microseconds { parts?.row[column] = .date(microseconds: rounded) }
    }
    guard let parts else { return self }
    let (model, fault) = parts.model(Self.self)
    return fault == nil ? model._having(originOf: self) : self
  }
}
