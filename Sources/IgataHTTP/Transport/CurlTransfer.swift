#if canImport(FoundationNetworking)
internal import CCurl
internal import Foundation
internal import FoundationNetworking

/// A request to send.
struct CurlOrder: Sendable {
  var request: URLRequest
  /// The maximum number of bytes in the body of the response.
  var limit: Int
  var timeout: Duration
  /// The time limit for the whole request, part of which may be over.
  var wholeTimeout: Duration
  /// Whether it is safe to send the request twice.
  var mayRepeat: Bool
  /// A file with the certificate authorities to trust instead of the system's.
  var authorities: URL?
}

/// A complete response.
struct CurlAnswer: Sendable {
  var status: Int
  var fields: [String: String]
  var body: Data
  /// The URL to which the response redirects.
  var redirection: URL?
}

/// A running request. Only its thread may use it.
final class CurlTransfer {
  let handle: UnsafeMutableRawPointer
  let completion: CurlLoop.Completion
  private let order: CurlOrder
  private let fields: UnsafeMutablePointer<curl_slist>?
  /// libcurl's error message, which is more precise than its code.
  private let complaint = UnsafeMutableBufferPointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private var head = HTTPHead()
  private var body = Data()
  private var failure: HTTPFailure?

  init?(_ order: CurlOrder, _ number: Int, _ completion: @escaping CurlLoop.Completion) {
    guard let url = order.request.url?.absoluteString, let handle = curl_easy_init() else { return nil }
    self.handle = handle
    self.order = order
    self.completion = completion
    fields = Self.list(order.request)
    igata_curl_set_text(handle, CURLOPT_URL, url)
    igata_curl_set_web_only(handle)
    igata_curl_set_pointer(handle, CURLOPT_HTTPHEADER, fields)
    // No signals, as there are other threads; every encoding that libcurl supports.
    igata_curl_set_number(handle, CURLOPT_NOSIGNAL, 1)
    igata_curl_set_text(handle, CURLOPT_ACCEPT_ENCODING, "")
    igata_curl_set_number(handle, CURLOPT_TIMEOUT_MS, order.timeout.wholeMilliseconds)
    // A kept-alive connection may turn out to be closed, in which case the request is sent again.
    if !order.mayRepeat { igata_curl_set_number(handle, CURLOPT_FRESH_CONNECT, 1) }
    if order.limit > 0 { igata_curl_set_size(handle, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(order.limit)) }
    complaint.initialize(repeating: 0)
    igata_curl_set_pointer(handle, CURLOPT_ERRORBUFFER, complaint.baseAddress)
    if let authorities = order.authorities {
      igata_curl_set_text(handle, CURLOPT_CAINFO, authorities.path)
      igata_curl_set_text(handle, CURLOPT_CAPATH, nil)
    }
    setMethod()
    setCallbacks(number)
  }

  deinit {
    curl_easy_cleanup(handle)
    complaint.deallocate()
    curl_slist_free_all(fields)
  }

  private func setMethod() {
    let method = order.request.httpMethod ?? "GET"
    if method == "HEAD" { igata_curl_set_number(handle, CURLOPT_NOBODY, 1) }
    if let body = order.request.httpBody {
      body.withUnsafeBytes { bytes in
        igata_curl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count))
        igata_curl_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, bytes.baseAddress ?? UnsafeRawPointer(handle))
      }
    } else if method == "POST" {
      igata_curl_set_number(handle, CURLOPT_POST, 1)
      igata_curl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, 0)
    }
    igata_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, method)
  }

  private func setCallbacks(_ number: Int) {
    let me = Unmanaged.passUnretained(self).toOpaque()
    igata_curl_set_tag(handle, number)
    igata_curl_set_pointer(handle, CURLOPT_HEADERDATA, me)
    igata_curl_set_callback(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, transfer in
      CurlTransfer.take(bytes, size * count, transfer) { $0.take(line: $1) }
    }
    igata_curl_set_pointer(handle, CURLOPT_WRITEDATA, me)
    igata_curl_set_callback(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, transfer in
      CurlTransfer.take(bytes, size * count, transfer) { $0.take(body: $1) }
    }
  }

  /// Passes bytes to their transfer. Returns how many were accepted; fewer end the transfer.
  private static func take(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ transfer: UnsafeMutableRawPointer?,
    _ body: (CurlTransfer, UnsafeRawBufferPointer) -> Bool
  ) -> Int {
    guard let bytes, let transfer else { return 0 }
    let me = Unmanaged<CurlTransfer>.fromOpaque(transfer).takeUnretainedValue()
    return body(me, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
  }

  private func take(line: UnsafeRawBufferPointer) -> Bool {
    if head.take(line) { return true }
    failure = .unreadable("has a head that is longer than \(HTTPHead.limit) bytes")
    return false
  }

  private func take(body bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count <= order.limit - body.count else {
      failure = .tooLong(limit: order.limit)
      return false
    }
    body.append(contentsOf: bytes)
    return true
  }

  /// The result, once the transfer has ended.
  func result(_ code: CURLcode) -> Result<CurlAnswer, HTTPFailure> {
    if let failure { return .failure(failure) }
    switch code {
    case CURLE_OK: break
    case CURLE_FILESIZE_EXCEEDED: return .failure(.tooLong(limit: order.limit))
    case CURLE_BAD_CONTENT_ENCODING: return .failure(.unreadable("has an invalid content encoding"))
    case CURLE_OPERATION_TIMEDOUT: return .failure(.timeout(order.wholeTimeout))
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE: return .failure(.untrusted(reason(code)))
    default: return .failure(.unreachable(reason(code)))
    }
    let status = igata_curl_status(handle)
    // libcurl treats a response that ends within its headers as one without a body.
    guard head.isWhole, status >= 200 else { return .failure(.unreachable("the answer broke off in its head")) }
    let redirection = igata_curl_redirection(handle).flatMap { URL(string: String(cString: $0)) }
    return .success(CurlAnswer(status: status, fields: head.fields, body: body, redirection: redirection))
  }

  private func reason(_ code: CURLcode) -> String {
    let text = String(decoding: complaint.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return text.isEmpty ? String(cString: curl_easy_strerror(code)) : text
  }

  /// The headers of a request for libcurl.
  private static func list(_ request: URLRequest) -> UnsafeMutablePointer<curl_slist>? {
    // Otherwise, libcurl would ask for permission before it sends a long body.
    var fields = ["Expect:"]
    for (name, value) in request.allHTTPHeaderFields ?? [:] {
      let value = value.filter { !$0.isNewline && $0 != "\0" }
      fields.append(value.isEmpty ? "\(name);" : "\(name): \(value)")
    }
    if request.value(forHTTPHeaderField: "User-Agent") == nil { fields.append("User-Agent: igata") }
    var list: UnsafeMutablePointer<curl_slist>?
    for field in fields { list = curl_slist_append(list, field) ?? list }
    return list
  }
}

extension Duration {
  /// At least one, as zero means no limit to libcurl; at most some weeks.
  fileprivate var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    if seconds >= 2_000_000 { return 2_000_000_000 }
    return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }
}
#endif
