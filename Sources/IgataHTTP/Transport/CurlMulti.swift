#if canImport(FoundationNetworking)
internal import CCurl

/// The transfers that libcurl is running. Only one thread may use it, except for ``wake()``.
struct CurlMulti: Sendable {
  /// libcurl's global state, which must be initialized once, before anything else.
  private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
  /// The longest wait, in milliseconds. libcurl ends it earlier if there is something to do.
  private static let longestSleep: Int32 = 3_600_000

  // libcurl's own handle. Its documentation allows any thread to call `curl_multi_wakeup` with it.
  private nonisolated(unsafe) let handle: UnsafeMutableRawPointer

  init?() {
    guard Self.isReady, let handle = curl_multi_init() else { return nil }
    self.handle = handle
  }

  func add(_ transfer: CurlTransfer) -> Bool { curl_multi_add_handle(handle, transfer.handle) == CURLM_OK }

  func remove(_ transfer: CurlTransfer) { curl_multi_remove_handle(handle, transfer.handle) }

  /// Sends and receives without waiting, and reports the numbers and results of the transfers that have ended.
  func perform(_ isOver: (Int, CURLcode) -> Void) {
    var running: Int32 = 0
    curl_multi_perform(handle, &running)
    var left: Int32 = 0
    while let message = curl_multi_info_read(handle, &left)?.pointee {
      guard message.msg == CURLMSG_DONE, let ended = message.easy_handle else { continue }
      isOver(igata_curl_tag(ended), message.data.result)
    }
  }

  /// Waits until there is something to do.
  func wait() { curl_multi_poll(handle, nil, 0, Self.longestSleep, nil) }

  /// Ends the current wait, or else the next one.
  func wake() { curl_multi_wakeup(handle) }

  func end() { curl_multi_cleanup(handle) }
}
#endif
