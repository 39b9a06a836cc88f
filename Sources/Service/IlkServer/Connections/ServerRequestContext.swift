#if Server
    import Hummingbird
    import NIOCore

    /// The context of a request: its connection.
    struct ServerRequestContext: InitializableFromSource {
        let channel: any Channel

        init(source: ApplicationRequestContextSource) { channel = source.channel }
    }
#endif
