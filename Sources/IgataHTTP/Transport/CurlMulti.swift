#if canImport(FoundationNetworking)
internal import CCurl

/// The transfers that libcurl has under way. All but ``wake()`` is for one thread alone.
struct CurlMulti: Sendable {
  /// What it is safe to use everywhere: initialised once, before all else.
  private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
  /// The longest sleep, in milliseconds; libcurl ends it sooner where there is something to do.
  private static let longestSleep: Int32 = 3_600_000

  // libcurl's own handle, of which it says that any thread may call `curl_multi_wakeup` with it.
  private nonisolated(unsafe) let handle: UnsafeMutableRawPointer

  init?() {
    guard Self.isReady, let handle = curl_multi_init() else { return nil }
    self.handle = handle
  }

  func add(_ transfer: CurlTransfer) -> Bool { curl_multi_add_handle(handle, transfer.handle) == CURLM_OK }

  func remove(_ transfer: CurlTransfer) { curl_multi_remove_handle(handle, transfer.handle) }

  /// Sends and receives what can be without waiting; tells the numbers of those that are over, and how they ended.
  func perform(_ isOver: (Int, CURLcode) -> Void) {
    var running: Int32 = 0
    curl_multi_perform(handle, &running)
    var left: Int32 = 0
    while let message = curl_multi_info_read(handle, &left)?.pointee {
      guard message.msg == CURLMSG_DONE, let ended = message.easy_handle else { continue }
      isOver(igata_curl_tag(ended), message.data.result)
    }
  }

  /// Sleeps until there is something to do.
  func wait() { curl_multi_poll(handle, nil, 0, Self.longestSleep, nil) }

  /// Ends a sleep: the one that is, or else the next.
  func wake() { curl_multi_wakeup(handle) }

  func end() { curl_multi_cleanup(handle) }
}
#endif
