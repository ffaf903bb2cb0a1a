/// Irregular plurals, with their singulars.
let irregularPlurals: [String: String] = pairs(
  """
  people person, children child, men man, women woman, mice mouse, feet foot, teeth tooth, geese goose, criteria
  criterion, phenomena phenomenon, indices index, vertices vertex, matrices matrix, analyses analysis, crises crisis,
  diagnoses diagnosis, theses thesis, hypotheses hypothesis, buses bus, statuses status, bonuses bonus, viruses virus,
  campuses campus, lenses lens, gases gas, caches cache, niches niche, movies movie, cookies cookie, calories calorie,
  zombies zombie, selfies selfie, pies pie, ties tie, shelves shelf, halves half, knives knife, wolves wolf, leaves
  leaf, lives life, wives wife, thieves thief, loaves loaf, axes axis, quizzes quiz, heroes hero, potatoes potato,
  tomatoes tomato
  """)

let irregularSingulars: [String: String] = Dictionary(
  irregularPlurals.map { ($0.value, $0.key) }, uniquingKeysWith: { min($0, $1) })

/// Words that end in `s` and refer to one thing, or to one set of things in a row.
let singularsInS: Set<String> = Set(
  entries(
    of: """
      settings, preferences, options, properties, parameters, params, defaults, details, statistics, stats, metrics,
      analytics, news, series, species, means, headquarters, credentials, contents, goods, terms, conditions, hours,
      logistics, savings, earnings, sales, proceeds, clothes, trousers, scissors, glasses, sports, physics, economics,
      mathematics, politics, electronics, ethics, works, rights, permissions, privileges, rules, limits, flags, totals,
      dates, dues, dimensions, coordinates, specs, notes, remarks, results, chaos, kudos, atlas, canvas, alias, bias,
      gas, lens, cosmos, ethos, corps, chess, address, business, access, process, class, thanks, belongings, premises,
      surroundings, odds, stairs, jwks, cors, overrides, kubernetes, macos, saas, https, accounts payable,
      accounts receivable, media, data, minutes
      """))

/// Parses pairs of words that are separated by a space.
func pairs(_ text: String) -> [String: String] {
  var result: [String: String] = [:]
  for entry in entries(of: text) {
    let words = entry.utf8.split(separator: UInt8(ascii: " "))
    if words.count == 2 { result[String(Substring(words[0]))] = String(Substring(words[1])) }
  }
  return result
}
