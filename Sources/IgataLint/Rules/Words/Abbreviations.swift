/// Abbreviations that are all upper case in Swift names, or all lower case at the beginning of a name: `imageURL`,
/// `urlPath`. Only those that Apple's frameworks write this way.
let abbreviations: Set<String> = Set(
  entries(
    of: """
      api, css, csv, dns, ftp, gps, html, http, https, id, ip, json, pdf, rss, sms, sql, ssl, tcp, tls, udp, uri, url,
      usb, utc, uuid, xml
      """))
