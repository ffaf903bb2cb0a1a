#if PostgreSQL
internal import CPostgreSQL
internal import Dispatch

extension Connection {
  /// The notices that have come, waiting for one where there is none. Nothing where the connection is lost or the task
  /// is cancelled.
  func notices() async -> [String]? {
    while true {
      guard PQconsumeInput(handle) == 1 else { return nil }
      var texts: [String] = []
      while let notice = PQnotifies(handle) {
        texts.append(String(cString: notice.pointee.extra))
        PQfreemem(notice)
      }
      if !texts.isEmpty { return texts }
      await waitForInput()
      if Task.isCancelled { return nil }
    }
  }

  /// Waits for something to read, or the end of the task.
  private func waitForInput() async {
    let readiness = readiness
    await withTaskCancellationHandler {
      // A task that is cancelled just before it waits sees it at the deadline.
      _ = await readiness.wait(orToWrite: false, until: .now() + 30)
    } onCancel: {
      readiness.interrupt()
    }
  }
}

#endif
