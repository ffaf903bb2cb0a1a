private typealias MyBackend = MemoryBackend
