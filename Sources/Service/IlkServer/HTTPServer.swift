#if Server
    import HummingbirdCore
    public import IlkAPI
    public import IlkSyncStore
    public import Logging
    import NIOCore
    import NIOPosix
    import ServiceLifecycle
    import Synchronization

    /// The HTTP/1.1 server of `ilk serve`: classification, debug events, sync hub and health checks.
    ///
    /// TLS is left to a reverse proxy. By default only this machine can connect.
    public struct HTTPServer: Sendable {
        private let parts: ServerServices
        private let settings: ServerSettings
        private let clock: any SyncClock
        private let logger: Logger
        private let serverLogger: Logger

        /// Creates a server.
        ///
        /// - Parameters:
        ///   - parts: The services. Routes of missing services respond with 404.
        ///   - settings: The limits and access rules.
        ///   - clock: The clock for the limits per minute, the sessions of the pages, and `/v1/tokens`.
        ///   - logger: The logger for internal errors.
        public init(
            _ parts: ServerServices, settings: ServerSettings = ServerSettings(),
            clock: any SyncClock = SystemSyncClock(), logger: Logger = Logger(label: "ilk.server")
        ) {
            self.parts = parts
            self.settings = settings
            self.clock = clock
            self.logger = logger
            // Broken connections are routine, so log only critical messages of the HTTP stack.
            var quiet = logger
            quiet.logLevel = max(logger.logLevel, .critical)
            serverLogger = quiet
        }

        /// `true` if the program was built with the package trait `Server`.
        public static let isAvailable = true

        /// Serves requests until `stop` returns, and then finishes pending requests for up to ten seconds.
        ///
        /// - Parameters:
        ///   - listening: Called with the port as soon as the server accepts connections.
        ///   - stop: A closure that returns when the server must stop.
        /// - Throws: ``ListenError`` if the server cannot listen on the address.
        public func run(
            listening: @escaping @Sendable (Int) async -> Void,
            until stop: @escaping @Sendable () async -> Void
        ) async throws {
            #if DEBUG
                let own = parts.debug.map { ServerDebugEvents(into: $0) }
                let eventLogger = own?.beside(logger) ?? logger
            #else
                let eventLogger = logger
            #endif
            let connections = ConnectionTable(settings)
            let responder = DispatchResponder(
                dispatcher: Dispatcher(parts, settings: settings, clock: clock, logger: eventLogger),
                connections: connections, budget: BodyBudget(settings.maxBodies), deadline: settings.deadline)
            let file = settings.inheritedSocket == nil ? settings.unixSocket.map(UnixSocketFile.init) : nil
            try file?.check()
            defer { file?.remove() }
            let service = service(responder, connections) { channel in
                file?.protect()
                await listening(channel.localAddress?.port ?? 0)
            }
            var configuration = ServiceGroupConfiguration(services: [service], logger: serverLogger)
            configuration.maximumGracefulShutdownDuration = .seconds(10)
            let group = ServiceGroup(configuration: configuration)
            // Run outside the group, so that a server that fails does not wait for `stop`.
            let watch = Task {
                await stop()
                await group.triggerGracefulShutdown()
            }
            defer { watch.cancel() }
            do {
                try await group.run()
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                throw ListenError(error)
            }
            #if DEBUG
                await own?.close()
            #endif
        }

        /// Returns the service that accepts connections.
        ///
        /// - Parameter running: Called when the server accepts connections.
        private func service(
            _ responder: DispatchResponder, _ connections: ConnectionTable,
            running: @escaping @Sendable (any Channel) async -> Void
        ) -> any Service {
            let channels = GuardedChannel(responder.responder(), settings, connections)
            if let socket = settings.inheritedSocket {
                return InheritedListener(
                    socket: socket, channels: channels, connections: connections, logger: serverLogger,
                    running: running)
            }
            return Server(
                childChannelSetup: channels,
                configuration: ServerConfiguration(
                    address: settings.unixSocket.map { .unixDomainSocket(path: $0) }
                        ?? .hostname(settings.host, port: settings.port),
                    availableConnectionsDelegate: ConnectionTable.AcceptLimit(table: connections)),
                onServerRunning: running, eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
                logger: serverLogger)
        }
    }
#endif
