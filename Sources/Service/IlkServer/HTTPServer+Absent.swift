#if !Server
    public import IlkSyncStore
    public import Logging

    /// The server of a program that was built without one.
    public struct HTTPServer: Sendable {
        /// Whether the program was built with the server (the trait `Server`).
        public static let isAvailable = false

        /// Nothing.
        public init(
            _ parts: ServerParts, settings: ServerSettings = ServerSettings(),
            clock: any SyncClock = SystemSyncClock(), logger: Logger = Logger(label: "ilk.server")
        ) {}

        /// Returns at once.
        public func run(
            listening: @escaping @Sendable (Int) async -> Void,
            until stop: @escaping @Sendable () async -> Void
        ) async throws {}
    }
#endif
