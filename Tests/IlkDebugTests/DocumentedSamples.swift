#if DEBUG
    import IlkDebug
    import IlkVocabulary
    import Logging

    /// The samples of the pages about debug events. They are compiled, but not run: swift-log accepts one handler per
    /// process. RepositoryTests compare them with the pages.
    enum DocumentedDebugging {
        static func send(over carrier: some DebugLogTransport) {
            // Sample of docs/reference/debug.md
            LoggingSystem.bootstrap { DebugLogHandler(label: $0) }  // for a service with swift-log
            DebugLogger.shared.connect(to: DebugLogShipper(over: carrier), source: .backend)
            DebugLogger.shared.log(event: "CACHE_MISS", level: .debug, payload: ["key": "a", "ms": 1.5])
            // End of sample
        }

        static func log(over carrier: some DebugLogTransport) {
            // Sample of docs/guides/debug-events.md
            #if DEBUG
                LoggingSystem.bootstrap { DebugLogHandler(label: $0) }
                DebugLogger.shared.connect(to: DebugLogShipper(over: carrier), source: .backend)
            #endif
            Logger(label: "cache").debug("CACHE_MISS", metadata: ["key": "a"])
            // End of sample
        }
    }
#endif
