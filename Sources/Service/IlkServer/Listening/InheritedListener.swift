#if Server
    import HummingbirdCore
    import Logging
    import NIOCore
    import NIOPosix
    import ServiceLifecycle

    /// Accepts connections on a listening socket that another process opened. Hummingbird's own server cannot
    /// do this: it always opens a new socket.
    struct InheritedListener: Service {
        let socket: Int32
        let channels: GuardedChannel
        let connections: ConnectionTable
        let logger: Logger
        /// Called when the server accepts connections.
        let running: @Sendable (any Channel) async -> Void

        func run() async throws {
            let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelInitializer { [connections] channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(
                            AvailableConnectionsChannelHandler(
                                delegate: ConnectionTable.AcceptLimit(table: connections)))
                    }
                }
                .childChannelOption(.allowRemoteHalfClosure, value: true)
                .bind(socket) { [channels, logger] in channels.setup(channel: $0, logger: logger) }
            await withGracefulShutdownHandler {
                await running(server.channel)
                await accept(server)
            } onGracefulShutdown: { [connections] in
                server.channel.close(promise: nil)
                connections.finishRequests()
            }
        }

        private func accept(_ server: NIOAsyncChannel<GuardedChannel.Value, Never>) async {
            await withDiscardingTaskGroup { group in
                do {
                    try await server.executeThenClose { connections in
                        for try await connection in connections {
                            group.addTask { await channels.handle(value: connection, logger: logger) }
                        }
                    }
                } catch {
                    logger.error("the listening socket failed", metadata: ["error": "\(error)"])
                }
            }
        }
    }
#endif
