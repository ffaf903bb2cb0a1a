/// Abbreviations that Swift writes in capitals throughout, or in small letters at the beginning of a name: `imageURL`,
/// `urlPath`. Only those that Apple's own frameworks write so.
let abbreviations: Set<String> = Set(
  entries(
    of: """
      api, css, csv, dns, ftp, gps, html, http, https, id, ip, json, pdf, rss, sms, sql, ssl, tcp, tls, udp, uri, url,
      usb, utc, uuid, xml
      """))
