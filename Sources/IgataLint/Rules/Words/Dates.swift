extension WordList {
  /// Names of points in time.
  static let dates = WordList(
    """
    date, dates, datetime, timestamp, birthday, birthdate, date of birth, deadline,
    日付, 日時, 年月日, 期限, 締切, 期日, 開始日, 終了日, 誕生日, 更新日, 作成日, 登録日
    """)

  /// Words for texts and numbers about dates: `dateFormat`, `deadlineDays`.
  static let notDate = WordList(
    """
    format, style, pattern, label, text, note, notes, zone, display, formatted, range, rule, rules, days, day, hours,
    count, number, name, string, description, comment, title, offset, template, precision, iso, ms, millis, epoch,
    seconds, reason, uncertain, approximate, circa,
    形式, 書式, 表示, 数, 理由
    """)

  /// Participles before `At` and `On` that don't end in `ed`.
  static let participles: Set<String> = Set(
    entries(
      of: """
        sent, paid, read, sold, begun, born, built, bought, done, given, held, hired, lent, left, lost, made, met, put,
        run, seen, shown, taken, told, won, written, withdrawn, due, starts, ends, expires, opens, closes, login, seen
        """))

  /// Participles before `At` and `On` that refer to a location instead of a time.
  static let locations: Set<String> = Set(
    entries(of: "located, based, found, placed, situated, stored, parked, printed"))
}

/// Words after a date that don't change its meaning.
private let dateTails: Set<String> = ["actual", "begin", "end", "local", "planned", "start", "time", "utc", "value"]

/// Whether a name is that of a day, to which no time belongs.
func namesDay(_ words: [String]) -> Bool {
  words.contains { ["birth", "birthday", "birthdate", "dob", "born", "holiday"].contains($0) } || words.last == "day"
}

/// Whether a name refers to a point in time: `createdAt`, `dueDate`, `生年月日`.
func namesDate(_ words: [String]) -> Bool {
  guard let last = words.last else { return false }
  if words.count > 1, last == "at" || last == "on" {
    let before = words[words.count - 2]
    guard !WordList.locations.contains(before) else { return false }
    return before.hasSuffix("ed") || WordList.participles.contains(before)
  }
  return WordList.dates.head(of: words, before: dateTails) != nil && WordList.notDate.match(in: words) == nil
}
