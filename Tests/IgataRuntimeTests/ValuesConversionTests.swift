import Foundation
import IgataRuntime
import RuntimeModels
import Testing

struct ValuesConversionTests {
  static let id = UUID(uuid: uuid_t(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  static let idText = "01020304-0506-0708-090A-0B0C0D0E0F10"
  static var required: [String: Any] { ["words": ["w"], "home": ["city": "奈良"]] }

  /// A value for one field, and the field's value afterward; `nil` if it is rejected.
  private struct Case {
    var field: String
    var given: Any
    var expected: (any Hashable & Sendable)?
    var reason: ConversionError.Reason?

    init(_ field: String, _ given: Any, _ expected: any Hashable & Sendable) {
      self.field = field
      self.given = given
      self.expected = expected
    }

    init(_ field: String, _ given: Any, refused reason: ConversionError.Reason) {
      self.field = field
      self.given = given
      self.reason = reason
    }
  }

  private static var numbers: [Case] {
    [
      Case("flag", true, true), Case("flag", NSNumber(value: false), false), Case("flag", 1, refused: .wrongType),
      Case("flag", NSNumber(value: 1), refused: .wrongType), Case("flag", "true", refused: .wrongType),
      Case("small", 5, Int16(5)), Case("small", NSNumber(value: 5), Int16(5)), Case("small", 5.0, Int16(5)),
      Case("small", true, refused: .wrongType), Case("small", NSNumber(value: true), refused: .wrongType),
      Case("small", 40_000, refused: .outOfRange), Case("small", 5.5, refused: .outOfRange),
      Case("small", "5", refused: .wrongType), Case("small", NSNull(), refused: .wrongType),
      Case("medium", Int64.max, refused: .outOfRange), Case("medium", -1, Int32(-1)),
      Case("large", UInt64.max, refused: .outOfRange), Case("large", NSNumber(value: UInt64.max), refused: .outOfRange),
      Case("large", UInt8(3), Int64(3)), Case("large", Decimal(3), Int64(3)), Case("large", 1e19, refused: .outOfRange),
      Case("large", Double.nan, refused: .outOfRange), Case("plain", Level.high, 10),
      Case("large", Int128.max, refused: .outOfRange),
      Case("double", 1, 1.0), Case("double", 0.1, 0.1), Case("double", NSNumber(value: 0.5), 0.5),
      Case("double", Double.infinity, Double.infinity), Case("double", Double.nan, refused: .outOfRange),
      Case("double", Int64.max, refused: .outOfRange), Case("double", Decimal(string: "0.1") as Any, 0.1),
      Case("double", true, refused: .wrongType), Case("double", "0.1", refused: .wrongType),
      Case("single", 0.1, Float(0.1)), Case("single", Float(0.1), Float(0.1)),
      Case("single", 0.123456789, refused: .outOfRange),
      Case("exact", Decimal(string: "1.5") as Any, Decimal(1.5)), Case("exact", "1.50", Decimal(1.5)),
      Case("exact", 7, Decimal(7)), Case("exact", 1.5, Decimal(1.5)), Case("exact", 0.1 + 0.2, refused: .outOfRange), Case("exact", "1,5", refused: .malformed),
      Case("exact", String(repeating: "1", count: 40), refused: .outOfRange),
      Case("exact", Decimal.nan, refused: .outOfRange),
      Case("exact", NSDecimalNumber(string: "1.5"), Decimal(1.5)),
      Case("exact", Currency(storedInteger: 1500), Decimal(1.5)),
      Case("price", "9.99", Decimal(string: "9.99") ?? 0), Case("price", "9.999", refused: .outOfRange),
      Case("price", 10_000_000_000, refused: .outOfRange),
      Case("price", "9999999999.99", Decimal(string: "9999999999.99") ?? 0),
      Case("money", 5, Currency(storedInteger: 5000)), Case("money", "-1.1", Currency(storedInteger: -1100)),
      Case("money", Currency(storedInteger: 1), Currency(storedInteger: 1)),
      Case("money", Decimal(2), Currency(storedInteger: 2000)),
      Case("money", Rate(storedInteger: 10_010), Currency(storedInteger: 1001)),
      Case("money", Rate(storedInteger: 1), refused: .outOfRange),
      Case("money", 5.0, Currency(storedInteger: 5000)),
      Case("money", NSNumber(value: 1.1), Currency(storedInteger: 1100)),
      Case("money", 1.105, Currency(storedInteger: 1105)), Case("money", 1.1055, refused: .outOfRange),
      Case("price", 1.10, Decimal(string: "1.1") ?? 0), Case("price", 1.105, refused: .outOfRange),
      Case("money", 1_234_567_890_123.456, refused: .outOfRange), Case("money", Double.nan, refused: .outOfRange),
      Case("money", "1.2345", refused: .outOfRange), Case("money", "x", refused: .malformed),
      Case("money", Int64.max, refused: .outOfRange), Case("money", true, refused: .wrongType),
      Case(
        "rate", Decimal(sign: .plus, exponent: -4, significand: 3), Decimal(sign: .plus, exponent: -4, significand: 3)),
      Case("cost", 7, Currency(storedInteger: 7000)), Case("cost", Price(_trusted: 7), Currency(storedInteger: 7000)),
      Case("cost", -1, refused: .constraint("range(0...1000000)")),
      Case("cost", "1000000", Currency(storedInteger: 1_000_000_000)),
      Case("cost", "1000000.001", refused: .constraint("range(0...1000000)")),
      Case("stars", 6, refused: .constraint("range(1...5)")), Case("stars", Stars(_trusted: 5), Int16(5)),
      Case("stars", 0, refused: .constraint("range(1...5)")),
    ]
  }

  private static var texts: [Case] {
    [
      Case("text", "x", "x"), Case("text", "x".prefix(1), "x"), Case("text", NSString("x"), "x"), Case("text", "", ""),
      Case("text", 1, refused: .wrongType), Case("text", NSNull(), refused: .wrongType),
      Case("text", Optional<String>.none as Any, refused: .wrongType), Case("text", Optional("y") as Any, "y"),
      Case("email", "a@b", "a@b"), Case("email", Email(_trusted: "a@b"), "a@b"),
      Case("email", "ab", refused: .constraint("length(3...254)")),
      Case("email", "abc", refused: .constraint("pattern(\".+@.+\")")),
      Case("bytes", Data([1, 2]), Data([1, 2])), Case("bytes", "AQI=", Data([1, 2])),
      Case("bytes", "?", refused: .malformed),
      Case("bytes", [1, 2], refused: .wrongType), Case("id", idText, id), Case("id", idText.lowercased(), id),
      Case("id", id, id), Case("id", "x", refused: .malformed), Case("id", 1, refused: .wrongType),
      Case("at", "1970-01-01T00:00:01.5Z", Date(microsecondsSince1970: 1_500_000)),
      Case("at", "2024-02-29T23:59:59.123456+09:00", Date(microsecondsSince1970: 1_709_218_799_123_456)),
      Case("at", "1969-12-31 19:00:00-05:00", Date(microsecondsSince1970: 0)),
      Case("at", "2023-02-29T00:00:00Z", refused: .malformed),
      Case("at", "1900-02-29T00:00:00Z", refused: .malformed), Case("at", "2024-01-01T00:00:00", refused: .malformed),
      Case("at", "2024-01-01", refused: .malformed), Case("at", "2024-01-01T24:00:00Z", refused: .malformed),
      Case("at", "2024-01-01T00:00:00.1234567Z", refused: .malformed), Case("at", 0, refused: .wrongType),
      Case("at", "0001-01-01T00:00:00.000000000Z", Date(microsecondsSince1970: -62_135_596_800_000_000)),
      Case("at", Date(timeIntervalSince1970: 1e300), refused: .outOfRange),
      Case("link", "https://a.b/c", ""), Case("link", "", refused: .malformed),
      Case("json", ["a": [1, 2.5, true, NSNull(), "x"] as [Any]], ["a": [1, 2.5, true, .null, "x"]] as JSON),
      Case("json", ["a": 1] as JSON, ["a": 1] as JSON), Case("json", "x", "x" as JSON),
      Case("json", Date(), refused: .wrongType),
      Case("json", [Double.nan], refused: .outOfRange),
      Case("level", Level.low, Int16(1)), Case("level", 10, Int16(10)), Case("level", 2, refused: .unknownCase),
      Case("level", "low", refused: .wrongType), Case("state", "closed-for-good", "closed-for-good"),
      Case("state", State.closed, "closed-for-good"), Case("state", "never seen", "never seen"),
      Case("numbers", [1, 2], [1, 2] as [Int64]), Case("numbers", [1, 2.5], refused: .outOfRange),
      Case("numbers", [NSNull()], refused: .wrongType), Case("numbers", 1, refused: .wrongType),
      Case("numbers", [Any](), [Int64]()), Case("numbers", NSArray(array: [1, 2]), [1, 2] as [Int64]),
      Case("words", ["a", "b"], ["a", "b"]), Case("levels", [Level.low, .high], [1, 10] as [Int16]),
      Case("levels", [1, 2], refused: .unknownCase), Case("secret", NSNull(), "" as String),
    ]
  }

  @Test func everyTypeTakesWhatItIsAndNothingElse() {
    for test in Self.numbers + Self.texts {
      let result = Result { () throws(ConversionError) in
        try Scalars(dictionary: Self.required.merging([test.field: test.given], uniquingKeysWith: { $1 }))
      }
      switch result {
      case .success(let model):
        let value = model.convert()[test.field]
        if test.field == "link" {
          #expect(model.link?.absoluteString == "https://a.b/c" && value is URL)
        } else if test.field == "secret" {
          #expect(value == nil)
        } else {
          #expect(value.map { AnyHashable(asHashable($0)) } == test.expected.map { AnyHashable($0) }, "\(test)")
        }
      case .failure(let error):
        #expect(error.path == ["Scalars", test.field] && error.reason == test.reason, "\(test): \(error)")
      }
    }
  }

  @Test func dictionariesComeBackAsModels() throws {
    for model in Self.scalars {
      let dictionary = model.convert()
      #expect(try Scalars(dictionary: dictionary) == model)
      var other = Scalars(words: [], home: Address(city: "x"), work: Address(city: "y"))
      if model.work == nil { other.work = nil }
      var missing: [String: Any] = dictionary
      for field in ["cost", "bytes", "link", "json", "email", "secret"] where dictionary[field] == nil {
        missing[field] = NSNull()
      }
      try other.convert(dictionary: missing)
      #expect(other == model)
    }
    let account = Account(
      name: "現金", kind: .card, initialAmount: -5, owner: Person(name: "花子", email: "h@example.com"),
      settings: Settings(monthStartsOn: 3), tags: [Tag(name: "b"), Tag(name: "a")])
    let dictionary = account.convert()
    #expect(
      Set(dictionary.keys) == [
        "id", "name", "kind", "initialAmount", "owner", "settings", "tags", "comment", "askedForDelete",
      ])
    #expect(dictionary["kind"] as? String == "credit-card" && dictionary["initialAmount"] as? Currency == -5)
    #expect(try Account(dictionary: dictionary) == account)
    let ticket = Ticket(id: 5, seat: Seat(row: 1, number: 2), replaces: Ticket(id: 4, replaces: Ticket(id: 3)))
    #expect(try Ticket(dictionary: ticket.convert()) == ticket)
    #expect(try Ticket(dictionary: ticket.convert()).replaces?.replaces?.id == 3)
    var byKey = Ticket(id: 5)
    byKey.seatID = Seat.PrimaryKey(row: 1, number: 2)
    byKey.replacesID = 4
    #expect(byKey.convert()["replacesID"] as? Int64 == 4)
    #expect((byKey.convert()["seatID"] as? [String: any Sendable])?["number"] as? Int32 == 2)
    #expect(try Ticket(dictionary: byKey.convert()) == byKey)
    let entry = Entry(id: 1, account: account, amount: 1, note: nil)
    #expect(try Entry(dictionary: entry.convert()) == entry)
    #expect(try Tag(dictionary: ["name": "x"]).convert() as? [String: String] == ["name": "x"])
  }

  @Test func relationsAreGivenInEachOfTheirForms() throws {
    let owner = Person(id: Self.id, name: "Taro")
    let forms: [[String: Any]] = [
      ["owner": owner], ["owner": owner.convert()], ["ownerID": Self.id], ["ownerID": Self.idText],
      ["owner": owner, "ownerID": Self.idText],
    ]
    for form in forms {
      let account = try Account(dictionary: form)
      #expect(account.ownerID == Self.id)
      #expect(account.owner.name == (form["owner"] == nil ? "" : "Taro"))
    }
    var account = try Account(dictionary: [
      "owner": owner, "settings": ["warnBelow": 3], "tags": ["a", ["name": "b"], Tag(name: "c")],
    ])
    #expect(account.tags.map(\.name) == ["a", "b", "c"])
    #expect(account.settings.warnBelow == 3 && account.settings.id == .derived(from: account.id, for: "Account.settings"))
    try account.convert(dictionary: ["settings": ["monthStartsOn": 9], "parent": ["owner": ["name": "x"]]])
    #expect(account.settings.warnBelow == 3 && account.settings.monthStartsOn == 9)
    #expect(account.parent?.owner.name == "x" && account.owner.name == "Taro")
    try account.convert(dictionary: [
      "settings": NSNull(), "parent": NSNull(), "owner": ["name": "Jiro"], "tags": [Any](),
    ])
    #expect(!account.hasSettings && account.parentID == nil && account.owner.name == "Jiro" && account.tags.isEmpty)
    #expect(account.ownerID != Self.id)
    try account.convert(dictionary: ["id": Self.id, "parentID": Self.idText])
    #expect(account.id == Self.id && account.parentID == Self.id && account.parent == nil)
    #expect(account.owner.name == "Jiro")
    var ticket = try Ticket(dictionary: ["seatID": ["row": 1, "number": 2]])
    #expect(ticket.seatID == Seat.PrimaryKey(row: 1, number: 2) && ticket.seat == nil)
    try ticket.convert(dictionary: ["seat": ["row": 3, "number": 4]])
    #expect(ticket.seat == Seat(row: 3, number: 4))
  }

  @Test func errorsSayWhereAndWhy() throws {
    let owner: [String: Any] = ["owner": ["name": "x"]]
    func description(_ dictionary: [String: Any]) -> String {
      do throws(ConversionError) {
        _ = try Account(dictionary: owner.merging(dictionary, uniquingKeysWith: { $1 }))
        return "accepted"
      } catch {
        return error.description
      }
    }
    let table: [([String: Any], String)] = [
      (["nmae": 1], "Account.nmae: there is no such field; did you mean 'name'?"),
      (["zzzzz": 1], "Account.zzzzz: there is no such field"),
      (["owner": ["name": "x", "emial": "y"]], "Account.owner.emial: there is no such field; did you mean 'email'?"),
      (["owner": [:] as [String: Any]], "Account.owner.name is missing: expected text"),
      (["owner": ["name": 5]], "Account.owner.name: expected text, found the integer 5"),
      (
        ["owner": ["name": ""]], "Account.owner.name: expected a value that satisfies length(1...100), found the text ''"
      ),
      (
        ["owner": 5],
        "Account.owner: expected a Person, a dictionary of one, or its key as 'ownerID', found the integer"
      ),
      (
        ["owner": Tag(name: "x")],
        "Account.owner: expected a Person, a dictionary of one, or its key as 'ownerID', found a value of type Tag"
      ),
      (
        ["owner": NSNull()],
        "Account.owner: expected a Person, a dictionary of one, or its key as 'ownerID', found null"
      ),
      (
        ["ownerID": UUID()],
        "Account.owner: expected a row with the same key as 'ownerID', found a Person of another key"
      ),
      (["kind": "gold"], "Account.kind: expected one of 'cash', 'bank', 'credit-card', found the text 'gold'"),
      (
        ["initialAmount": 1.0005],
        "Account.initialAmount: expected an amount with at most 3 decimal places, as text or a number, found the"
          + " floating-point number 1.0005, which does not fit"
      ),
      (
        ["entries": [Any]()],
        "Account.entries can't be given: it is kept on the other side, by Entry, and is none of its columns"
      ),
      (["tags": ["a", 5]], "Account.tags[1].name: expected text, found the integer 5"),
      (["tags": [["name": "x", "y": 1]]], "Account.tags[0].y: there is no such field"),
      (["tags": "a"], "Account.tags: expected an array of Tag, or of dictionaries, found the text"),
      (
        ["settings": ["monthStartsOn": 29]],
        "Account.settings.monthStartsOn: expected a value that satisfies range(1...28), found the integer 29"
      ),
      (["parentID": 5], "Account.parentID: expected a UUID, or its text, or nothing, found the integer 5"),
    ]
    for (dictionary, expected) in table { #expect(description(dictionary) == expected) }
    #expect(throws: ConversionError.self) { try Account(dictionary: [:]) }
    #expect(try Account(dictionary: owner.merging(["x": 1, "entries": 1]) { $1 }, unknownKeys: .ignore).name == "")
    let secret = #expect(throws: ConversionError.self) {
      try Scalars(dictionary: Self.required.merging(["secret": 12_345]) { $1 })
    }
    #expect(secret?.found == "the integer")
  }

  @Test func allOrNothingIsAssigned() throws {
    let before = try Account(dictionary: ["owner": ["name": "x"], "name": "a"])
    var account = before
    #expect(throws: ConversionError.self) {
      try account.convert(dictionary: ["name": "b", "kind": "bank", "owner": ["name": "y"], "askedForDelete": 1])
    }
    #expect(account == before)
    var scalars = Scalars(words: ["w"], home: Address(street: "s", city: "c"))
    try scalars.convert(dictionary: ["home": ["street": "t"], "work": ["city": "d"]])
    #expect(scalars.home == Address(street: "t", city: "c") && scalars.work == Address(city: "d"))
    try scalars.convert(dictionary: ["work": ["postcode": "1"]])
    #expect(scalars.work == Address(city: "d", postcode: "1"))
    try scalars.convert(dictionary: ["work": NSNull(), "home": Address(city: "e")])
    #expect(scalars.work == nil && scalars.home == Address(city: "e"))
    let error = #expect(throws: ConversionError.self) { try scalars.convert(dictionary: ["work": ["street": "s"]]) }
    #expect(error?.path == ["Scalars", "work", "city"] && error?.reason == .missing)
    #expect(throws: ConversionError.self) { try scalars.convert(dictionary: ["home": NSNull()]) }
    #expect(throws: ConversionError.self) { try scalars.convert(dictionary: ["home": ["city": "c", "x": 1]]) }
  }

  /// Foundation decodes a fraction as a `Double` on Linux, and may decode it as an `NSDecimalNumber` on Apple's
  /// platforms.
  @Test(arguments: [
    ("1.10", Currency(storedInteger: 1100)), ("0.1", Currency(storedInteger: 100)),
    ("-1.105", Currency(storedInteger: -1105)),
    ("123456789012.345", Currency(storedInteger: 123_456_789_012_345)),
    ("7", Currency(storedInteger: 7000)), ("1.1055", nil),
    ("true", nil),
  ])
  func moneyFromJSONSerializationIsTheSameOnEverySystem(number: String, money: Currency?) throws {
    let object = try JSONSerialization.jsonObject(with: Data(#"{"money": \#(number)}"#.utf8)) as? [String: Any] ?? [:]
    var scalars = Scalars(words: ["w"], home: Address(city: "c"))
    do throws(ConversionError) {
      try scalars.convert(dictionary: object)
      #expect(scalars.money == money)
    } catch {
      #expect(money == nil && error.path == ["Scalars", "money"])
    }
  }

  @Test func nestingIsBounded() throws {
    var dictionary: [String: Any] = ["id": 0]
    for id in 1...5000 { dictionary = ["id": id, "replaces": dictionary] }
    let error = #expect(throws: ConversionError.self) { try Ticket(dictionary: dictionary) }
    #expect(error?.reason == .tooDeep(limit: 32))
    var json: Any = 1
    for _ in 0..<5000 { json = [json] }
    #expect(throws: ConversionError.self) { try Scalars(dictionary: Self.required.merging(["json": json]) { $1 }) }
    var ticket = Ticket(id: 1)
    for id in 2...300 { ticket = Ticket(id: Int64(id), replaces: ticket) }
    #expect(try Ticket(dictionary: ticket.convert()) == ticket)
    var (levels, innermost) = (0, ticket.convert())
    while let next = innermost["replaces"] as? [String: any Sendable] { (levels, innermost) = (levels + 1, next) }
    #expect(levels == 31 && innermost["replacesID"] as? Int64 == Int64(300 - 32))
    let encodingError = #expect(throws: EncodingError.self) { try JSONEncoder().encode(ticket) }
    #expect("\(String(describing: encodingError))".contains("nested deeper than the 32 levels that can be decoded"))
  }

  @Test func jsonTextsAreTakenThroughEitherDoor() throws {
    let text = """
      {"words": ["w"], "home": {"city": "c"}, "flag": false, "large": 9223372036854775807, "double": 1,
       "money": "1.234",
       "exact": "0.1", "at": "2024-01-01T00:00:00Z", "id": "\(Self.idText)", "json": {"a": [1, true, null, 0.5]},
       "numbers": [1, 2], "work": null, "link": "https://example.com", "level": 10}
      """
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    let model = try Scalars(dictionary: object)
    #expect(model.id == Self.id && !model.flag && model.large == .max && model.double == 1 && model.level == .high)
    #expect(model.json == ["a": [1, true, .null, 0.5]] && model.work == nil)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let coded = try decoder.decode(Scalars.self, from: Data(text.replacing("\"0.1\"", with: "0.1").utf8))
    #expect(coded == model)
  }

  /// `JSONSerialization` is the party that knows what JSON is.
  @Test func dictionariesForJSONAreWrittenAndTakenBack() throws {
    func copy<Model: PersistableModel>(_ model: Model) throws -> Model {
      let data = try JSONSerialization.data(withJSONObject: model.convert(for: .json))
      return try Model(dictionary: JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:])
    }
    for model in Self.scalars where !model.single.isInfinite && !model.double.isInfinite {
      expectEqual(try copy(model), model)
      expectEqual(try Scalars(dictionary: model.convert(for: .json)), model)
    }
    let account = Account(name: "n", owner: Person(name: "o"), settings: Settings(), tags: [Tag(name: "t")])
    #expect(try copy(account) == account)
    let output = account.convert(for: .json)
    #expect(output["initialAmount"] as? String == "0" && output["id"] as? String == account.id.uuidString)
    #expect((output["owner"] as? [String: any Sendable])?["name"] as? String == "o")
    #expect(try copy(Ticket(id: 1, state: .other("new"))) == Ticket(id: 1, state: .other("new")))
    var numbers = Self.scalars[0]
    let big = try #require(Decimal(string: "12345678901234567890.5"))
    numbers.json = ["big": JSON.Number(big).map { .number($0) } ?? .null, "none": .null, "tenth": 0.1]
    #expect(try copy(numbers).json == numbers.json)
    // JSON has one null for an optional field.
    numbers.json = .null
    #expect(try copy(numbers).json == nil)
  }

  @Test func codersRoundTripWithEachStrategyForDates() throws {
    let strategies: [(JSONEncoder.DateEncodingStrategy, JSONDecoder.DateDecodingStrategy, isWhole: Bool)] = [
      (.deferredToDate, .deferredToDate, false), (.secondsSince1970, .secondsSince1970, false),
      (.millisecondsSince1970, .millisecondsSince1970, false), (.iso8601, .iso8601, true),
      (
        .custom { try "\($0.timeIntervalSince1970)".encode(to: $1) },
        .custom { Date(timeIntervalSince1970: Double(try String(from: $0)) ?? 0) }, false
      ),
    ]
    for (encoding, decoding, isWhole) in strategies {
      let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
      encoder.dateEncodingStrategy = encoding
      decoder.dateDecodingStrategy = decoding
      for seconds in [0, -1, 1_700_000_000, 4_102_444_800] as [Double] {
        var model = Self.scalars[0]
        model.at = Date(timeIntervalSince1970: isWhole ? seconds : seconds + 0.123456)
        let expected = try Scalars(dictionary: model.convert())
        expectEqual(try decoder.decode(Scalars.self, from: encoder.encode(model)), expected)
      }
    }
  }

  @Test func codersGetTheSameTree() throws {
    for model in Self.scalars where !model.single.isInfinite && !model.double.isInfinite {
      let data = try JSONEncoder().encode(model)
      expectEqual(try JSONDecoder().decode(Scalars.self, from: data), model)
    }
    let account = Account(name: "n", owner: Person(name: "o"), settings: Settings(), tags: [Tag(name: "t")])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(account), as: UTF8.self)
    #expect(text.contains("\"initialAmount\":\"0\"") && text.contains("\"tags\":[{\"name\":\"t\"}]"))
    #expect(try JSONDecoder().decode(Account.self, from: Data(text.utf8)) == account)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Account.self, from: Data("{}".utf8)) }
    let wrong = [
      "{\"id\":1,\"seatID\":{\"row\":1}}",
      "{\"id\":1,\"seat\":{\"row\":1,\"number\":2},\"seatID\":{\"row\":1,\"number\":3}}",
      "{\"id\":\"1\"}", "{\"id\":null}", "{\"id\":1,\"replaces\":[]}",
    ]
    for text in wrong {
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(Ticket.self, from: Data(text.utf8)) }
    }
    let ticket = try JSONDecoder().decode(
      Ticket.self, from: Data("{\"id\":1,\"seat\":null,\"more\":2,\"state\":\"new\"}".utf8))
    #expect(ticket == Ticket(id: 1, state: .other("new")))
    let stars = Data("{\"words\":[],\"home\":{\"city\":\"c\"},\"stars\":9}".utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Scalars.self, from: stars) }
  }

  @Test func keysAreExchanged() {
    let account = Account(owner: Person(name: "o"), tags: [Tag(name: "t")])
    let moved = account._rekeyed(to: Self.id)
    #expect(moved.id == Self.id && moved.owner == account.owner && moved.tags == account.tags)
    #expect(Seat(row: 1, number: 2)._rekeyed(to: Seat.PrimaryKey(row: 3, number: 4)) == Seat(row: 3, number: 4))
  }

  private func asHashable(_ value: any Sendable) -> any Hashable { value as? any Hashable ?? "no value" }

  static let scalars: [Scalars] = [
    Scalars(words: [], home: Address(city: "")),
    Scalars(
      id: id, flag: false, small: .max, medium: .min, large: .max, plain: .min, single: 0.1, double: .pi,
      exact: Decimal(string: "12345678901234567890.123456789") ?? 0, price: Decimal(string: "-9.99") ?? 0,
      money: .min, rate: Rate(storedInteger: -1), cost: Price(_trusted: 5), text: "𝄞\u{301}\u{202E}",
      bytes: Data([0, 255]), at: Date(microsecondsSince1970: -1), link: URL(string: "https://例え.jp/あ?b"),
      json: ["a": [.null]], stars: Stars(_trusted: 1), email: Email(_trusted: "a@b"), level: .low, state: .other("later"),
      numbers: [.min, .max], words: ["", "a\u{301}"], levels: [.low, .low], home: Address(city: "c", postcode: "p"),
      work: Address(city: "w"), secret: "s"),
    Scalars(
      single: .infinity, double: -.infinity, exact: .greatestFiniteMagnitude, money: .max, json: .null,
      words: ValuesStoredTests.hostileTexts,
      home: Address(street: ValuesStoredTests.hostileTexts.joined(), city: "\u{1}")),
  ]
}
