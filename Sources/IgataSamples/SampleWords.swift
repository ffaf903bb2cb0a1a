/// Words that look like typical values of a field with a given name.
enum SampleWords {
  private static let people = [
    "Hanako Yamada", "Taro Suzuki", "Emma Wilson", "山田花子", "鈴木太郎", "Liam O'Connor", "佐藤美咲", "Noah Fischer",
    "高橋健", "Sofía García", "中村さくら", "Oliver Smith",
  ]
  private static let nouns = [
    "Lunch", "Books", "Rent", "Coffee", "Train ticket", "Garden", "食費", "家賃", "旅行", "電気代", "本", "Music", "贈り物",
    "Repairs", "日用品",
  ]
  private static let sentences = [
    "Bought at the station.", "Shared with a friend.", "駅前の店で買った。", "To be checked next month.", "来月見直す。",
    "A present for the children.", "Paid in cash.", "家族みんなで出かけた。", "Half of it comes back.", "忘れずに返す。",
  ]
  private static let titles = [
    "A quiet morning", "春の散歩", "What the river knows", "Notes from the kitchen", "小さな旅", "The long way home", "雨の日に",
    "Letters to a friend",
  ]
  private static let cities = ["Kyoto", "奈良市", "Berlin", "札幌市", "Lisbon", "横浜市", "Portland"]
  private static let streets = ["1 Main Street", "若草通り3-2", "12 Harbour Road", "桜町1-5-8", "7 Mill Lane"]
  private static let slugs = ["spring", "river", "kitchen", "letters", "garden", "mountain", "paper", "lantern"]
  private static let accounts = ["hanako", "taro", "emma", "liam", "misaki", "noah", "ken", "sofia"]
  private static let countries = ["JP", "DE", "PT", "US", "FR", "BR"]
  private static let models = ["person", "people", "user", "member", "author", "customer", "contact", "employee"]

  static func noun(_ random: inout SampleRandom) -> String { random.element(of: nouns) ?? "" }

  static func slug(_ random: inout SampleRandom) -> String { random.element(of: slugs) ?? "" }

  private static func token(_ random: inout SampleRandom) -> String {
    String(36 * 36 + random.index(below: 36 * 36 * 35), radix: 36)
  }

  /// A text for the field at `path` of `model`.
  static func text(for path: [String], of model: String, _ ordinal: Int64, _ random: inout SampleRandom) -> String {
    let field = (path.last ?? "").lowercased()
    func holds(_ words: String...) -> Bool { words.contains { field.contains($0) } }
    if holds("mail") { return "\(random.element(of: accounts) ?? "").\(token(&random))\(ordinal)@example.com" }
    if holds("url", "link", "website") { return "https://example.com/\(slug(&random))" }
    if holds("phone", "tel", "mobile") { return "+81 3-5550-\(1000 + random.index(below: 9000))" }
    if holds("postcode", "postal", "zip") {
      return "\(100 + random.index(below: 900))-\(1000 + random.index(below: 9000))"
    }
    if holds("city", "town") { return random.element(of: cities) ?? "" }
    if holds("street", "address") { return random.element(of: streets) ?? "" }
    if holds("country", "region") { return random.element(of: countries) ?? "" }
    if holds("currency") { return random.element(of: ["JPY", "EUR", "USD"]) ?? "" }
    if holds("colour", "color") { return "#\(String(0x100000 + random.index(below: 0xE00000), radix: 16))" }
    if holds("title", "subject", "headline") { return random.element(of: titles) ?? "" }
    if holds("holder", "author", "owner", "person") { return random.element(of: people) ?? "" }
    if holds("name"), models.contains(model.lowercased()) { return random.element(of: people) ?? "" }
    if holds("note", "comment", "message", "body", "text", "description", "summary", "memo") {
      return random.element(of: sentences) ?? ""
    }
    return noun(&random)
  }
}
