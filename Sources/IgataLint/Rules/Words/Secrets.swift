extension WordList {
  /// What opens something for whoever knows it.
  static let secrets = WordList(
    """
    password, passwords, passwd, pwd, passphrase, passcode, pin, pin code, secret, secrets, token, tokens, api key, api
    keys, access key, private key, secret key, signing key, encryption key, client secret, cvv, cvc, otp, totp, recovery
    code, recovery codes, backup codes, security answer, credentials, session key, auth key, license key, パスワード, 暗証番号,
    秘密鍵, 合言葉, トークン, 認証コード
    """)

  /// Words that make something harmless of a secret's name: `tokenCount`, `passwordHint`, `pinColor`.
  static let notSecret = WordList(
    """
    count, limit, length, type, kind, policy, hint, url, name, label, expires, expiry, expiration, position, color,
    colour, is, has, needs, requires, scope, scopes, page, next page, continuation, index, budget, usage, symbol, map,
    icon, order, bowling, state, status, age, id, alias, service,
    期限, 種別, 有効
    """)

  /// A password as such, which must only be kept as a hash.
  static let passwords = WordList(
    """
    password, passwords, passwd, pwd, passphrase, passcode,
    パスワード, 暗証番号
    """)

  /// Words that say that a password is kept in a form that cannot be read.
  static let hashed = WordList(
    """
    hash, hashed, digest, salt, encrypted, verifier, argon, bcrypt, scrypt, cipher, ciphertext, sealed,
    ハッシュ, 暗号
    """)
}

/// Whether a name is that of a secret.
func namesSecret(_ words: [String]) -> Bool {
  WordList.secrets.match(in: words) != nil && WordList.notSecret.match(in: words) == nil
}
