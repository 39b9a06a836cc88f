#if !Server
    public import IlkAPI
    public import IlkSyncStore
    public import Logging

    /// A placeholder for builds without the package trait `Server`.
    public struct HTTPServer: Sendable {
        /// `true` if the program was built with the package trait `Server`.
        public static let isAvailable = false

        /// Creates a placeholder.
        ///
        /// - Parameters:
        ///   - parts: Ignored.
        ///   - settings: Ignored.
        ///   - clock: Ignored.
        ///   - logger: Ignored.
        public init(
            _ parts: ServerServices, settings: ServerSettings = ServerSettings(),
            clock: any SyncClock = SystemSyncClock(), logger: Logger = Logger(label: "ilk.server")
        ) {}

        /// Returns immediately.
        ///
        /// - Parameters:
        ///   - listening: Not called.
        ///   - stop: Not called.
        public func run(
            listening: @escaping @Sendable (Int) async -> Void,
            until stop: @escaping @Sendable () async -> Void
        ) async throws {}
    }
#endif
