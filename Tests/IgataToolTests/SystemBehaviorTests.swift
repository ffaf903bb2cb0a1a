import Foundation
import TestSupport
import Testing

// What igata needs of the system and no documentation promises: whoever ports it sees here first what is different.

/// A run waits for the lock on a folder itself, which is taken with `flock` on a descriptor opened for reading.
@Test(.timeLimit(.minutes(1))) func aFolderCanBeLocked() throws {
  let scratch = try Scratch()
  try scratch.write("model A {\n  id: Int64 @primaryKey\n}\n", to: "a.igata")
  #expect(try scratch.run("mkdir out").status == 0)
  let folder = open(scratch.path("out"), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  #expect(folder >= 0 && flock(folder, LOCK_EX | LOCK_NB) == 0)
  let process = scratch.shell("exec igata generate a.igata -o out --target swift").process()
  try process.start()
  usleep(300_000)
  #expect(process.isRunning, "igata wrote to a folder that another process has locked")
  #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("out")).isEmpty)
  close(folder)
  process.waitUntilExit()
  #expect(process.terminationStatus == 0)
  #expect(FileManager.default.fileExists(atPath: scratch.path("out/a.igata.swift")))
}

/// `igata watch` gets the signals that end it although it has blocked them, by kqueue or signalfd.
@Test(.timeLimit(.minutes(1)), arguments: [SIGINT, SIGTERM], ["", " --poll"])
func aBlockedSignalReachesTheWatch(signal: Int32, option: String) throws {
  let scratch = try Scratch()
  try scratch.write("model A {\n  id: Int64 @primaryKey\n}\n", to: "a.igata")
  let process = scratch.shell("exec igata watch a.igata -o out --target swift\(option)").process()
  try process.start()
  while !FileManager.default.fileExists(atPath: scratch.path("out/a.igata.swift")), process.isRunning { usleep(5_000) }
  // The first round is written, and whether the watch waits by now can't be seen from outside.
  usleep(100_000)
  kill(process.processIdentifier, signal)
  process.waitUntilExit()
  #expect(process.terminationReason == .exit && process.terminationStatus == 0)
}
