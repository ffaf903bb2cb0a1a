import IgataTool

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

exit(run(Array(CommandLine.arguments.dropFirst())))
