#if PostgreSQL
internal import CPostgreSQL

extension Connection {
  /// The payloads of the notifications that have arrived. Waits if there are none; `nil` if the connection is lost or
  /// the task is canceled.
  func notices() async -> [String]? {
    let use = readiness.beginUse()
    let readiness = readiness
    return await withTaskCancellationHandler {
      while !Task.isCancelled {
        guard PQconsumeInput(handle) == 1 else { return nil }
        var texts: [String] = []
        while let notice = PQnotifies(handle) {
          texts.append(String(cString: notice.pointee.extra))
          PQfreemem(notice)
        }
        if !texts.isEmpty { return texts }
        guard await readiness.wait(orToWrite: false, until: nil) else { return nil }
      }
      return nil
    } onCancel: {
      readiness.interrupt(use)
    }
  }
}

#endif
