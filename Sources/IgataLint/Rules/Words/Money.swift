/// Names of amounts of money.
extension WordList {
  static let money = WordList(
    """
    amount, balance, cost, costs, fee, fees, price, prices, salary, wage, wages, fare, rent, budget, revenue, income,
    expense, expenses, turnover, subtotal, surcharge, refund, deposit, payment, payout, cash, money, msrp, dues, toll,
    grand total, total price, total amount, credit limit, premium, net worth, purchase value,
    金額, 残高, 価格, 値段, 料金, 単価, 費用, 給与, 給料, 家賃, 運賃, 代金, 予算額, 売上高, 手数料, 小計, 合計額, 税額,
    入金額, 出金額, 借入額, 返済額
    """)

  /// Words that change the meaning of a name with money in it: `priceLevel`, `taxRate`, `amountOfPages`, `費用区分`.
  static let notMoney = WordList(
    """
    rate, ratio, percent, percentage, factor, share, count, level, index, weight, score, multiplier, days, day, hours,
    months, number, type, kind, code, class, group, category, date, id, list, per mille, points, tier, rank, position,
    white, load, type, plan, period, interval, method, status, state, note, reference, text, label, volume, quantity,
    率, 割合, 数, 回数, 区分, 種別, 番号, 日, 名, 表, 方法
    """)

  /// Words that specify the unit of an integer.
  static let moneyUnits = WordList(
    """
    cent, cents, pence, pennies, penny, minor, micro, micros, millis, mills, yen, sen, won, satoshi, satoshis, wei,
    kopeks, ore, rappen, groschen,
    円, 銭, セント
    """)

  /// Names of models, and of sibling fields, that show that an `amount` is an amount of money.
  static let moneyMatters = WordList(
    """
    payment, invoice, transaction, bill, refund, donation, salary, expense, budget, ledger, deposit, withdrawal,
    transfer, fee, fine, due, dues, account, posting, currency, charge, receipt, loan,
    通貨, 取引, 支払, 請求, 入金, 出金, 送金, 口座, 給食費, 会費
    """)
}

/// Whether a name refers to an amount of money.
func namesMoney(_ words: [String]) -> Bool {
  WordList.money.head(of: words, before: moneyTails, orParticiple: true) != nil
    && WordList.notMoney.match(in: words) == nil
}

/// Words after an amount that don't change its meaning.
private let moneyTails: Set<String> = Set(
  entries(
    of: """
      actual, cap, cent, cents, chf, current, each, estimate, eur, euro, euros, gbp, gross, initial, jpy, limit, max,
      maximum, micro, micros, min, minimum, minor, net, new, old, pence, penny, previous, raw, rounded, sen, sum, total,
      usd, value, won, yen
      """))
