#if Server

    import IlkAPI
    import IlkHTTP
    @testable import IlkServer
    import NIOCore
    import NIOEmbedded
    import NIOHTTP1
    import Testing

    /// A connection without socket and clock: the guard after the decoder, as in a server.
    private final class Wire {
        /// Collects the guard's output: decoded parts and errors.
        final class End: ChannelInboundHandler {
            typealias InboundIn = HTTPServerRequestPart
            var paths: [String] = []
            var body = 0
            var error: (any Error)?

            func channelRead(context: ChannelHandlerContext, data: NIOAny) {
                switch unwrapInboundIn(data) {
                case .head(let head): paths.append(head.uri)
                case .body(let bytes): body += bytes.readableBytes
                case .end: break
                }
            }

            func errorCaught(context: ChannelHandlerContext, error: any Error) { self.error = error }
        }

        let channel: EmbeddedChannel
        let end = End()
        var isOpen: Bool { channel.isActive }

        init(_ table: ConnectionTable? = nil, _ settings: ServerSettings = ServerSettings()) throws {
            channel = EmbeddedChannel()
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandlers([HTTPResponseEncoder(), ByteToMessageHandler(HTTPRequestDecoder())])
            try pipeline.addHandler(ConnectionGuard(settings, table ?? ConnectionTable(settings)))
            try pipeline.addHandler(end)
            try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
            channel.read()
        }

        func hear(_ text: String) throws {
            try channel.writeInbound(ByteBuffer(string: text))
            if isOpen { channel.read() }
        }

        func wait(seconds: Int) { channel.embeddedEventLoop.advanceTime(by: .seconds(Int64(seconds))) }

        /// Sends a response with a body of known or unknown length.
        func answer(_ status: HTTPResponseStatus = .ok, hasLength: Bool = true) {
            var head = HTTPResponseHead(version: .http1_1, status: status)
            if hasLength { head.headers.add(name: "Content-Length", value: "2") }
            channel.write(HTTPServerResponsePart.head(head), promise: nil)
            channel.write(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: "ok"))), promise: nil)
            channel.writeAndFlush(HTTPServerResponsePart.end(nil), promise: nil)
        }

        /// Returns everything sent since the last call.
        func said() throws -> String {
            var text = ""
            while let bytes = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
            return text
        }
    }

    @Suite("connection rules") struct ConnectionGuardTests {
        private static let post = "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n"
        private static let get = "GET /x HTTP/1.1\r\nHost: x\r\n\r\n"

        @Test(arguments: [
            HTTPResponseStatus.unauthorized, .forbidden, .notFound, .methodNotAllowed, .payloadTooLarge,
            .unsupportedMediaType, .tooManyRequests, .serviceUnavailable, .ok,
        ])
        func `a response before the end of its request ends the connection`(status: HTTPResponseStatus) throws
        {
            let wire = try Wire()
            try wire.hear(Self.post + "abc")
            wire.answer(status)
            #expect(try wire.said().contains("Connection: close"))
            #expect(!wire.isOpen)
        }

        @Test func `a streamed response keeps the connection open until its end`() throws {
            let wire = try Wire()
            try wire.hear(Self.post + "abc")
            let head = HTTPResponseHead(version: .http1_1, status: .ok)
            wire.channel.writeAndFlush(HTTPServerResponsePart.head(head), promise: nil)
            #expect(try !wire.said().contains("close") && wire.isOpen)
            try wire.hear("def")
            #expect(wire.end.body == 6)
            wire.channel.writeAndFlush(HTTPServerResponsePart.end(nil), promise: nil)
            #expect(!wire.isOpen)
        }

        @Test func `a refused request that is complete keeps its connection`() throws {
            let wire = try Wire()
            try wire.hear("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc")
            wire.answer(.unauthorized)
            #expect(try !wire.said().contains("close") && wire.isOpen)
            try wire.hear(Self.get)
            #expect(wire.end.paths == ["/x", "/x"])
        }

        @Test func `a body below the minimum rate is cut off`() throws {
            let wire = try Wire()
            try wire.hear(Self.post)
            for _ in 0..<3 {
                wire.wait(seconds: 3)
                try wire.hear("a")
            }
            #expect(wire.end.error == nil && wire.isOpen)
            wire.wait(seconds: 1)
            #expect(wire.end.error is ConnectionGuard.SlowBody && wire.isOpen)
            // Without a response, the connection closes after five seconds.
            wire.wait(seconds: 4)
            #expect(wire.isOpen)
            wire.wait(seconds: 1)
            #expect(!wire.isOpen)
        }

        @Test func `the response to a slow body reaches the client`() throws {
            let wire = try Wire()
            try wire.hear(Self.post)
            wire.wait(seconds: 10)
            #expect(wire.end.error is ConnectionGuard.SlowBody)
            wire.answer(.requestTimeout)
            #expect(try wire.said().hasPrefix("HTTP/1.1 408") && !wire.isOpen)
        }

        @Test func `a body at the minimum rate is not cut off`() throws {
            let wire = try Wire()
            try wire.hear(Self.post)
            for _ in 0..<60 {
                try wire.hear(String(repeating: "a", count: 500))
                wire.wait(seconds: 1)
            }
            #expect(wire.end.error == nil && wire.isOpen && wire.end.body == 30_000)
        }

        @Test func `time in which the server does not read does not count against the client`() throws {
            let wire = try Wire()
            try wire.channel.writeInbound(ByteBuffer(string: Self.post))
            wire.wait(seconds: 60)
            #expect(wire.end.error == nil && wire.isOpen)
            wire.channel.read()
            wire.wait(seconds: 10)
            #expect(wire.end.error is ConnectionGuard.SlowBody)
        }

        @Test(arguments: ["", "GET /x HTTP/1.1\r\nHost: x\r\nX-A: "])
        func `a connection without a complete request head closes`(text: String) throws {
            let wire = try Wire()
            for letter in text {
                try wire.hear(String(letter))
                wire.channel.embeddedEventLoop.advanceTime(by: .milliseconds(100))
            }
            wire.wait(seconds: 11 - text.count / 10)
            #expect(!wire.isOpen)
        }

        @Test func `a connection closes after ten idle seconds, but not while a response is pending`() throws
        {
            let wire = try Wire()
            try wire.hear(Self.get)
            wire.wait(seconds: 100)
            #expect(wire.isOpen)
            wire.answer()
            wire.wait(seconds: 9)
            #expect(wire.isOpen)
            wire.wait(seconds: 1)
            #expect(!wire.isOpen)
        }

        @Test(arguments: [
            ("GET /x HTTP/1.1\r\n\r\n", false), ("GET /x HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", false),
            ("GET /x HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n", false),
            ("GET /x HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n", false),
            ("GET /x HTTP/1.1\r\nHost: a\r\n\r\n", true),
            ("GET /x HTTP/1.1\r\nHost:\r\n\r\n", true), ("GET /x HTTP/1.0\r\n\r\n", true),
        ])
        func `a request must have exactly one Host header`(text: String, isValid: Bool) throws {
            let wire = try Wire()
            // An HTTP/1.0 connection has a single request.
            let isOld = text.contains("1.0")
            try wire.hear(isOld ? text : text + Self.get)
            #expect(wire.end.paths == (!isValid ? [] : isOld ? ["/x"] : ["/x", "/x"]))
            #expect((wire.end.error as? HTTPParserError) == (isValid ? nil : .invalidHeaderToken))
        }

        @Test(arguments: [("", true), ("Connection: close\r\n", true), ("Connection: keep-alive\r\n", false)])
        func `a response to HTTP 1.0 ends the connection unless the client asks for keep-alive`(
            header: String, isEnding: Bool
        ) throws {
            let wire = try Wire()
            try wire.hear("GET /x HTTP/1.0\r\n\(header)\r\n")
            wire.answer()
            let said = try wire.said()
            #expect(said.hasPrefix("HTTP/1.0 200"))
            #expect(said.contains(isEnding ? "Connection: close" : "Connection: keep-alive"))
            #expect(wire.isOpen != isEnding)
        }

        @Test func `a response of unknown length to HTTP 1.0 ends with the connection`() throws {
            let wire = try Wire()
            try wire.hear("GET /x HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            wire.answer(hasLength: false)
            let said = try wire.said()
            #expect(said.contains("Connection: close") && !said.lowercased().contains("chunked"))
            #expect(said.hasSuffix("\r\n\r\nok") && !wire.isOpen)
        }

        @Test func `a client that reads nothing is disconnected`() throws {
            let wire = try Wire()
            try wire.hear(Self.get)
            let head = HTTPResponseHead(version: .http1_1, status: .ok)
            wire.channel.writeAndFlush(HTTPServerResponsePart.head(head), promise: nil)
            // Data that is not flushed stays in the buffer, as if the socket accepted nothing.
            let bytes = ByteBuffer(repeating: 0x61, count: 100_000)
            wire.channel.write(HTTPServerResponsePart.body(.byteBuffer(bytes)), promise: nil)
            wire.wait(seconds: 9)
            #expect(wire.isOpen)
            wire.wait(seconds: 2)
            #expect(!wire.isOpen)
        }
    }

    @Suite("connection limits") struct ConnectionTableTests {
        private static func settings(_ perAddress: Int, _ all: Int = 100) -> ServerSettings {
            var settings = ServerSettings()
            settings.connectionsPerAddress = perAddress
            settings.connections = all
            return settings
        }

        private static func channel(_ address: String = "192.0.2.1") throws -> EmbeddedChannel {
            let channel = EmbeddedChannel()
            try channel.connect(to: SocketAddress(ipAddress: address, port: 1)).wait()
            return channel
        }

        @Test func `at the limit of an address, the connection that waited longest is closed`() throws {
            let table = ConnectionTable(Self.settings(3))
            let channels = try (0..<5).map { _ in try Self.channel() }
            let other = try Self.channel("192.0.2.2")
            #expect(table.insert(other))
            // The first has a pending response, and the second had one until the third connected.
            for channel in channels.prefix(3) { #expect(table.insert(channel)) }
            table.endRequest(channels[0])
            table.endRequest(channels[1])
            table.endAnswer(channels[1])
            #expect(table.insert(channels[3]))
            #expect(channels.map(\.isActive) == [true, true, false, true, true])
            #expect(table.insert(channels[4]))
            #expect(channels.map(\.isActive) == [true, false, false, true, true])
            #expect(other.isActive)
        }

        @Test func `a connection with a valid token does not count against its address`() throws {
            let table = ConnectionTable(Self.settings(1))
            let channels = try (0..<3).map { _ in try Self.channel() }
            for channel in channels {
                #expect(table.insert(channel))
                table.authenticate(channel)
            }
            #expect(channels.map(\.isActive) == [true, true, true])
        }

        @Test func `a new connection is refused if all others of its address have pending responses`() throws
        {
            let table = ConnectionTable(Self.settings(2))
            let channels = try (0..<3).map { _ in try Self.channel() }
            for channel in channels.prefix(2) {
                #expect(table.insert(channel))
                table.endRequest(channel)
            }
            #expect(!table.insert(channels[2]))
            table.remove(channels[0])
            #expect(table.insert(channels[2]))
        }

        @Test func `at the total limit, a connection without a token makes room, then an idle one`()
            throws
        {
            let table = ConnectionTable(Self.settings(10, 4))
            let door = ConnectionTable.AcceptLimit(table: table)
            let channels = try (0..<4).map { try Self.channel("192.0.2.\($0)") }
            for channel in channels {
                #expect(door.isAcceptingNewConnections())
                door.connectionOpened()
                #expect(table.insert(channel))
            }
            // The first sends a body, the second is idle, the third has a pending response, the fourth has no
            // token.
            for channel in channels.prefix(3) { table.authenticate(channel) }
            for channel in channels.prefix(3) { table.endAnswer(channel) }
            table.beginRequest(channels[0])
            table.endRequest(channels[2])
            #expect(!door.isAcceptingNewConnections())
            #expect(channels.map(\.isActive) == [true, true, true, false])
            #expect(!door.isAcceptingNewConnections())
            #expect(channels.map(\.isActive) == [true, false, true, false])
            // The remaining connections are in use, so new ones wait.
            #expect(!door.isAcceptingNewConnections())
            #expect(channels.map(\.isActive) == [true, false, true, false])
            door.connectionClosed()
            #expect(door.isAcceptingNewConnections())
        }

        @Test func `bodies beyond the memory budget are refused, and released memory is available again`()
            throws
        {
            let budget = BodyBudget(100)
            var (first, second) = (0, 0)
            try budget.resize(&first, to: 60)
            #expect(throws: Problem.self) { try budget.resize(&second, to: 41) }
            #expect(second == 0)
            try budget.resize(&second, to: 40)
            try budget.resize(&first, to: 10)
            try budget.resize(&second, to: 90)
            budget.release(first)
            budget.release(second)
            var third = 0
            try budget.resize(&third, to: 100)
        }
    }

#endif
