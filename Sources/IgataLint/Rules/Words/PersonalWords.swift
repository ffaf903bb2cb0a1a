extension WordList {
  /// Numbers and facts that can cause harm if they leak: about accounts, identity, health and belief.
  static let identities = WordList(
    """
    iban, account number, bank account, bank account number, card number, credit card, credit card number, routing
    number, sort code, ssn, social security, social security number, social insurance number, national id, tax id, tax
    number, tin, passport, passport number, passport no, id card number, identity card, drivers license, driver license,
    driving licence, license no, health number, insurance number, diagnosis, medical history, blood type, religion,
    ethnicity, sexual orientation,
    口座番号, カード番号, マイナンバー, 個人番号, 旅券番号, 免許証番号, 保険証番号, 病歴, 診断, 血液型, 宗教, 本籍
    """)

  /// Words that turn the name into a reference or a setting.
  static let notIdentity = WordList(
    """
    type, kind, country, length, format, hint, label, url, is, has, needs, requires, count, rate, pattern, expires,
    expiry, valid,
    種別, 期限, 有無
    """)

  /// Owners of the `cardNumber` of a payment card.
  static let paying = WordList("payment, card, bank, billing, wallet, checkout, purchase, refund, transaction, account")

  /// Contact data and birth dates.
  static let personal = WordList(
    """
    email, e mail, mail address, phone, phone number, mobile, mobile number, telephone, fax, birth date, birthdate,
    birth day, birthday, date of birth, dob, home address, street, first name, last name, middle name, given name,
    family name, surname, maiden name, nationality, ip address, gender, メール, メールアドレス, 電話番号, 携帯, 生年月日, 誕生日, 氏名, 住所
    """)

  /// Words that change the meaning of a name: `emailTemplate`, `phoneModel`, `isEmailVerified`.
  static let notPersonal = WordList(
    """
    template, model, subject, body, count, type, kind, is, has, wants, verified, sent, enabled, domain, server, sender,
    format, required, label, support,
    種別, 件数
    """)

  /// Words after a fact about a person that don't change its meaning.
  static let tails: Set<String> = Set(
    entries(
      of: """
        address, code, data, home, id, kana, kanji, latin, line, lowercase, mobile, new, no, normalized, number, old,
        primary, private, raw, romaji, secondary, text, value, work
        """))

  /// Models of people. The data of other models may be a company's, which isn't secret.
  static let persons = WordList(
    """
    person, people, user, customer, client, member, employee, patient, guest, student, pupil, teacher, contact, author,
    driver, tenant, guardian, parent, child, doctor, nurse, worker, applicant, candidate, participant, attendee,
    visitor, subscriber, donor, volunteer, cook, citizen, resident, passenger, reader, player, coach, account holder,
    login, 人, 員, 者, 客, 生徒, 教員, 会員, 利用者, 顧客, 患者
    """)
}
