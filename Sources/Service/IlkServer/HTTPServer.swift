#if Server
    import Hummingbird
    import HummingbirdCore
    public import IlkSyncStore
    public import Logging
    import NIOCore
    import ServiceLifecycle
    import Synchronization

    /// The server behind `ilk serve`: classification, debug events, the sync hub and health, over HTTP/1.1.
    ///
    /// TLS is the work of a proxy before it. By default nobody but this machine reaches it.
    public struct HTTPServer: Sendable {
        private let parts: ServerParts
        private let settings: ServerSettings
        private let clock: any SyncClock
        private let logger: Logger
        private let serverLogger: Logger

        /// A server of these parts.
        public init(
            _ parts: ServerParts, settings: ServerSettings = ServerSettings(),
            clock: any SyncClock = SystemSyncClock(), logger: Logger = Logger(label: "ilk.server")
        ) {
            self.parts = parts
            self.settings = settings
            self.clock = clock
            self.logger = logger
            // Of the server beneath only what ends it is told: connections that break are everyday.
            var quiet = logger
            quiet.logLevel = max(logger.logLevel, .critical)
            serverLogger = quiet
        }

        /// Whether the program was built with the server (the trait `Server`).
        public static let isAvailable = true

        /// Serves until it is told to end; then what was begun is answered, for ten seconds at most.
        ///
        /// - Parameters:
        ///   - listening: Told the port when it is open.
        ///   - stop: Returns when it is to end.
        /// - Throws: When the address cannot be listened at.
        public func run(
            listening: @escaping @Sendable (Int) async -> Void,
            until stop: @escaping @Sendable () async -> Void
        ) async throws {
            #if DEBUG
                let own = parts.debug.map { OwnEvents(into: $0) }
                let told = own?.beside(logger) ?? logger
            #else
                let told = logger
            #endif
            let connections = ConnectionTable(settings)
            let application = Application(
                router: router(told, connections),
                server: HTTPServerBuilder { [settings] responder in
                    GuardedChannel(responder, settings, connections)
                },
                configuration: ApplicationConfiguration(
                    address: .hostname(settings.host, port: settings.port),
                    availableConnectionsDelegate: ConnectionTable.Door(table: connections)),
                onServerRunning: { await listening($0.localAddress?.port ?? 0) }, logger: serverLogger)
            var configuration = ServiceGroupConfiguration(services: [application], logger: serverLogger)
            configuration.maximumGracefulShutdownDuration = .seconds(10)
            let group = ServiceGroup(configuration: configuration)
            // When the server fails nobody waits for the end that was to come.
            let watch = Task {
                await stop()
                await group.triggerGracefulShutdown()
            }
            defer { watch.cancel() }
            try await group.run()
            #if DEBUG
                await own?.close()
            #endif
        }

        private func router(
            _ logger: Logger, _ connections: ConnectionTable
        ) -> Router<ServerRequestContext> {
            let router = Router(context: ServerRequestContext.self)
            let access = Access(parts.hub, settings, clock, connections)
            let budget = BodyBudget(settings.bodies)
            HealthRoutes(parts: parts, access: access).add(to: router)
            if parts.metrics != nil { router.add(middleware: MetricsMiddleware()) }
            router.add(middleware: Correlation(logger: logger))
            router.add(middleware: Crowd(most: settings.requests))
            if let service = parts.classification {
                ClassifyRoutes(service: service, access: access, settings: settings, budget: budget)
                    .add(to: router)
            }
            if let intake = parts.debug {
                DebugRoutes(intake: intake, access: access, settings: settings, budget: budget)
                    .add(to: router)
            }
            if let hub = parts.hub {
                SyncRoutes(hub: hub, access: access, settings: settings, budget: budget).add(to: router)
            }
            return router
        }
    }
#endif
