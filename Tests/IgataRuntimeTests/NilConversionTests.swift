import Foundation
import GeneratedModels
import IgataRuntime
import Testing

struct NilConversionTests {
  /// A missing value means the default, so `nil` can't be left out.
  @Test func nilOfAFieldWithADefaultStaysNil() throws {
    let coupon = Coupon(id: 1, limits: nil, style: Style())
    #expect(Coupon(id: 1, style: Style()).limits != nil)
    #expect(coupon.convert()["limits"] is NSNull && coupon.convert(for: .json)["limits"] is NSNull)
    #expect(try Coupon(dictionary: coupon.convert()) == coupon)
    #expect(try Coupon(dictionary: coupon.convert(for: .json)) == coupon)
    #expect(try JSONDecoder().decode(Coupon.self, from: JSONEncoder().encode(coupon)) == coupon)
  }
}
