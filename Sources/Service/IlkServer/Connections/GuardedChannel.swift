#if Server
    import HummingbirdCore
    import IlkAPI
    import Logging
    import NIOCore
    import NIOHTTP1

    /// An HTTP/1 channel with a ``ConnectionGuard``.
    struct GuardedChannel: ServerChildChannel {
        typealias Value = HTTP1Channel.Value

        private let base: HTTP1Channel
        private let settings: ServerSettings
        private let table: ConnectionTable

        init(
            _ responder: @escaping HTTPChannelHandler.Responder, _ settings: ServerSettings,
            _ table: ConnectionTable
        ) {
            base = HTTP1Channel(
                responder: responder,
                configuration: .init(
                    httpDecoderConfiguration: .init(
                        maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100)))
            self.settings = settings
            self.table = table
        }

        func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
            base.setup(channel: channel, logger: logger).flatMapThrowing { [settings, table] value in
                // Keep read buffers small: each connection queues up to ten reads for its handler.
                try channel.syncOptions?.setOption(
                    .recvAllocator,
                    value: AdaptiveRecvByteBufferAllocator(minimum: 1024, initial: 4096, maximum: 16_384))
                let pipeline = channel.pipeline.syncOperations
                // After the decoder, the version and all header fields are still available.
                let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
                try pipeline.addHandler(ConnectionGuard(settings, table), position: .after(decoder))
                return value
            }
        }

        func handle(value: Value, logger: Logger) async {
            // Most requests are short, and switching threads takes longer than answering them.
            await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
                await base.handle(value: value, logger: logger)
            }
        }
    }
#endif
