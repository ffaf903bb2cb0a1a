import Foundation
import IgataRuntime

/// The rows of the ledger: the very ones that the C program makes.
enum LedgerRows {
  static let count = 100_000
  static let finds = 10_000
  static let updates = 10_000
  static let saves = 1_000
  static let owners = 1_000

  static func key(_ number: Int) -> UUID {
    let high = UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15
    let low = high &* 0xBF58_476D_1CE4_E5B9
    return withUnsafeBytes(of: (high, low)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  /// The numbers of rows that are far from each other, each once.
  static func scattered(_ index: Int) -> Int { index * 7919 % count }

  static func amount(_ number: Int) -> Currency { Currency(storedInteger: Int64(number * 7919 % 1_000_003 - 500_000)) }

  static func account(_ number: Int) -> LedgerAccount {
    var comment: String?
    if number % 8 == 3 {
      comment = "毎月の生活費の口座 \(number)"
    } else if number % 2 == 1 {
      comment = "comment \(number) of moderate size"
    }
    return LedgerAccount(
      id: key(number), name: number % 2 == 0 ? "Cash \(number)" : "Account number \(number)", comment: comment,
      amount: amount(number),
      created: Date(microsecondsSince1970: 1_700_000_000_000_000 + Int64(number) * 1_000_003), active: number % 3 != 0)
  }

  static var accounts: [LedgerAccount] { (0..<count).map(account) }

  static var entries: [LedgerEntry] {
    (0..<count).map { number in
      LedgerEntry(
        id: Int64(number + 1), accountID: key(number % owners), amount: amount(number),
        at: Date(microsecondsSince1970: 1_700_000_000_000_000 + Int64(number)))
    }
  }
}
