extension WordList {
  /// Names of secrets.
  static let secrets = WordList(
    """
    password, passwords, passwd, pwd, passphrase, passcode, pin, pin code, secret, secrets, token, tokens, api key, api
    keys, access key, private key, secret key, signing key, encryption key, client secret, cvv, cvc, otp, totp, recovery
    code, recovery codes, backup codes, security answer, credentials, session key, auth key, license key, パスワード, 暗証番号,
    秘密鍵, 合言葉, トークン, 認証コード
    """)

  /// Words that make a name with a secret harmless: `tokenCount`, `passwordHint`, `pinColor`.
  static let notSecret = WordList(
    """
    count, limit, length, type, kind, policy, hint, url, name, label, expires, expiry, expiration, position, color,
    colour, is, has, needs, requires, scope, scopes, page, next page, continuation, cursor, sync, delta, pagination,
    index, budget, usage, symbol, map, icon, order, bowling, state, status, age, id, alias, service, public,
    publishable, pk, display, masked, obfuscated, redacted, truncated, partial, preview, prefix, suffix,
    期限, 種別, 有効
    """)

  /// Names of passwords, which must only be stored as hashes.
  static let passwords = WordList(
    """
    password, passwords, passwd, pwd, passphrase, passcode,
    パスワード, 暗証番号
    """)

  /// Words for a password that isn't stored in plain text.
  static let hashed = WordList(
    """
    hash, hashed, digest, salt, encrypted, verifier, argon, bcrypt, scrypt, cipher, ciphertext, sealed,
    ハッシュ, 暗号
    """)

  /// Words for encrypted text.
  static let encrypted = WordList("encrypted, cipher, ciphertext, sealed, 暗号化")

  /// Secrets that are so short that trying all values reveals them from a hash.
  static let guessable = WordList(
    """
    password, passwords, passwd, pwd, passphrase, passcode, pin, pin code, otp, totp, cvv, cvc, security answer,
    recovery code, recovery codes, backup codes, パスワード, 暗証番号, 合言葉, 認証コード
    """)
}

/// Whether a name refers to a secret that is usable by anyone who reads it.
func namesSecret(_ words: [String]) -> Bool {
  guard WordList.secrets.head(of: words, before: secretTails) != nil, WordList.notSecret.match(in: words) == nil,
    WordList.encrypted.match(in: words) == nil
  else { return false }
  return WordList.hashed.match(in: words) == nil || WordList.guessable.match(in: words) != nil
}

/// Words after a secret that don't change its meaning.
private let secretTails: Set<String> = Set(
  entries(
    of: """
      argon, base, bcrypt, bytes, code, codes, current, data, dev, digest, hash, hashed, hex, live, new, no, number,
      old, pem, phrase, plain, plaintext, previous, primary, prod, production, raw, salt, sandbox, scrypt, secondary,
      string, test, text, value, verifier
      """))
