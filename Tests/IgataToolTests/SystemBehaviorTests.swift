import Foundation
import TestSupport
import Testing

// Behavior of the system that igata depends on but that isn't documented. When porting igata, run these tests first.

/// A run waits for the lock on the folder itself, which is taken with `flock` on a descriptor opened for reading.
@Test(.timeLimit(.minutes(10))) func aFolderCanBeLocked() throws {
  let scratch = try Scratch()
  try scratch.write("model A {\n  id: Int64 @primaryKey\n}\n", to: "a.igata")
  #expect(try scratch.run("mkdir out").status == 0)
  let folder = open(scratch.path("out"), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  #expect(folder >= 0 && flock(folder, LOCK_EX | LOCK_NB) == 0)
  let process = scratch.shell("exec igata generate a.igata -o out --target swift").process()
  try process.start()
  usleep(300_000)
  #expect(process.isRunning, "igata wrote to a folder that another process or transaction has locked")
  #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("out")).isEmpty)
  close(folder)
  process.waitUntilExit()
  #expect(process.terminationStatus == 0)
  #expect(FileManager.default.fileExists(atPath: scratch.path("out/a.igata.swift")))
}

/// `igata watch` receives the signals that end it through kqueue or signalfd, although they are blocked.
@Test(.timeLimit(.minutes(10)), arguments: [SIGINT, SIGTERM], ["", " --poll"])
func aBlockedSignalReachesTheWatch(signal: Int32, option: String) throws {
  let scratch = try Scratch()
  try scratch.write("model A {\n  id: Int64 @primaryKey\n}\n", to: "a.igata")
  let process = scratch.shell("exec igata watch a.igata -o out --target swift\(option)").process()
  try process.start()
  while !FileManager.default.fileExists(atPath: scratch.path("out/a.igata.swift")), process.isRunning { usleep(5_000) }
  // The first round is complete, but whether the watch is waiting can't be observed from outside.
  usleep(100_000)
  kill(process.processIdentifier, signal)
  process.waitUntilExit()
  #expect(process.terminationReason == .exit && process.terminationStatus == 0)
}
