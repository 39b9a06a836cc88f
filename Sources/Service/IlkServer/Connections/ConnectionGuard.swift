#if Server
    import IlkAPI
    import NIOCore
    import NIOHTTP1

    /// The rules for an HTTP/1 connection, applied directly after the decoder.
    ///
    /// - A request with an invalid `Host` is refused, and all later input is discarded.
    /// - A response sent before its request was complete ends the connection. So does a response to an
    ///   HTTP/1.0 client without keep-alive.
    /// - The client has ``ServerSettings/deadline`` seconds for a request head, and must keep a minimum rate
    ///   for the body and for reading the response.
    ///
    /// If input is unread when the server ends a connection, the server first closes the sending side and
    /// discards input for one second. Closing a socket with unread input would reset the connection, and the
    /// client could lose the response.
    final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias InboundOut = HTTPServerRequestPart
        typealias OutboundIn = HTTPServerResponsePart
        typealias OutboundOut = HTTPServerResponsePart

        /// The error for a request body that arrives below the minimum rate.
        struct SlowBody: Error {}

        private struct Exchange {
            var version: HTTPVersion
            /// `true` if the connection ends after this response.
            var isLast: Bool
            /// `true` if the whole request was received.
            var isComplete = false
        }

        /// The time for which a connection stays open after the last response, for the client to read it.
        private static let lingering = TimeAmount.seconds(1)
        /// The time in which the route can respond to a slow body. This time is more than a second, because
        /// the machine can be busy.
        private static let answering = TimeAmount.seconds(5)
        private static let mostDiscarded = 16 << 20

        private let table: ConnectionTable
        private let patience: Int64
        private let tick: Int64
        private var bodyMeter: RateMeter
        private var readerMeter: RateMeter

        /// The requests without a complete response, oldest first.
        private var exchanges = CircularBuffer<Exchange>()
        private var isDiscarding = false
        private var discarded = 0
        /// `true` once the head of the last response is written.
        private var isEnding = false
        /// `true` after the last response was written. Further writes fail.
        private var isOver = false
        private var isInputClosed = false
        /// `true` while the server waits for input.
        private var isReading = false
        /// The time for which no request has been in progress, in nanoseconds.
        private var idle: Int64 = 0
        /// `true` if the response is sent and the connection stays open only to discard input.
        private var isLingering = false
        private var written = 0
        private var sent = 0
        private var timer: Scheduled<Void>?
        /// The scheduled task that closes the connection unconditionally, or `nil`.
        private var closing: Scheduled<Void>?

        init(_ settings: ServerSettings, _ table: ConnectionTable) {
            self.table = table
            patience = Int64(settings.deadline) * 1_000_000_000
            bodyMeter = RateMeter(rate: settings.minimumRate, seconds: settings.rateWindow)
            readerMeter = bodyMeter
            tick = Int64(min(settings.rateWindow, settings.deadline, 10)) * 100_000_000
        }

        // MARK: The connection

        func channelActive(context: ChannelHandlerContext) {
            context.fireChannelActive()
            guard table.insert(context.channel) else { return context.close(promise: nil) }
            schedule(context)
        }

        func channelInactive(context: ChannelHandlerContext) {
            timer?.cancel()
            closing?.cancel()
            (timer, closing) = (nil, nil)
            table.remove(context.channel)
            context.fireChannelInactive()
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if case ChannelEvent.inputClosed = event {
                isInputClosed = true
                if isLingering { context.close(promise: nil) }
            }
            context.fireUserInboundEventTriggered(event)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            isDiscarding = true
            context.fireErrorCaught(error)
        }

        // MARK: Requests

        func read(context: ChannelHandlerContext) {
            isReading = true
            context.read()
        }

        func channelReadComplete(context: ChannelHandlerContext) {
            isReading = false
            context.fireChannelReadComplete()
            if isDiscarding { context.read() }
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let part = unwrapInboundIn(data)
            if isDiscarding {
                if case .body(let bytes) = part { discarded += bytes.readableBytes }
                if discarded > Self.mostDiscarded { context.close(promise: nil) }
                return
            }
            switch part {
            case .head(let head):
                // Requests after the last one are never answered.
                if exchanges.last?.isLast == true {
                    isDiscarding = true
                    return
                }
                begin(head, context)
            case .body(let bytes):
                bodyMeter.count(bytes.readableBytes)
                context.fireChannelRead(data)
            case .end:
                if !exchanges.isEmpty {
                    exchanges[exchanges.index(before: exchanges.endIndex)].isComplete = true
                }
                table.endRequest(context.channel)
                context.fireChannelRead(data)
            }
        }

        private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
            idle = 0
            bodyMeter.reset()
            table.beginRequest(context.channel)
            let hosts = head.headers["host"]
            let isOld = head.version == .http1_0
            if hosts.count > 1 || (hosts.isEmpty && !isOld) {
                table.count(.host)
                exchanges.append(Exchange(version: head.version, isLast: true))
                isDiscarding = true
                // Report the invalid `Host` like any unreadable request: with status 400, after the responses
                // to earlier requests.
                return context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
            }
            exchanges.append(Exchange(version: head.version, isLast: !head.isKeepAlive))
            context.fireChannelRead(wrapInboundOut(.head(head)))
        }

        // MARK: Responses

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            guard !isOver else {
                promise?.fail(ChannelError.outputClosed)
                return
            }
            switch unwrapOutboundIn(data) {
            case .head(var head):
                if head.status.code >= 200 { prepare(&head) }
                context.write(wrapOutboundOut(.head(head)), promise: promise)
            case .body(let bytes):
                written += bytes.readableBytes
                context.write(data, promise: promise)
            case .end:
                let exchange = exchanges.popFirst()
                if exchange?.isComplete != true { isEnding = true }
                if isEnding {
                    let written = promise ?? context.eventLoop.makePromise()
                    written.futureResult.assumeIsolated().whenComplete { _ in
                        self.end(context, isComplete: exchange?.isComplete == true)
                    }
                    isOver = true
                    isDiscarding = true
                    context.write(data, promise: written)
                } else {
                    idle = 0
                    if exchanges.isEmpty { table.endAnswer(context.channel) }
                    context.write(data, promise: promise)
                }
            }
        }

        /// Decides whether the connection ends with a response, and sets its `Connection` header.
        private func prepare(_ head: inout HTTPResponseHead) {
            let exchange = exchanges.first
            let hasLength = head.headers.contains(name: "content-length")
            let isOld = exchange?.version == .http1_0
            isEnding =
                exchange?.isLast != false || !head.isKeepAlive
                // A response with a known length, or an error, does not depend on the rest of the request.
                || (exchange?.isComplete == false && (hasLength || head.status.code >= 400))
                // For HTTP/1.0, only the end of the connection marks the end of such a body.
                || (isOld && !hasLength)
            if isOld { head.version = .http1_0 }
            if isEnding {
                head.headers.replaceOrAdd(name: "Connection", value: "close")
            } else if isOld {
                head.headers.replaceOrAdd(name: "Connection", value: "keep-alive")
            }
        }

        /// Ends the connection after the last response was sent.
        private func end(_ context: ChannelHandlerContext, isComplete: Bool) {
            if isComplete || isInputClosed { return context.close(promise: nil) }
            table.count(.unreadBody)
            table.endAnswer(context.channel)
            isLingering = true
            close(context, in: Self.lingering)
            context.close(mode: .output, promise: nil)
            context.read()
        }

        private func close(_ context: ChannelHandlerContext, in time: TimeAmount) {
            closing?.cancel()
            closing = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
                context.close(promise: nil)
            }
        }

        // MARK: Time

        private func schedule(_ context: ChannelHandlerContext) {
            timer = context.eventLoop.assumeIsolated().scheduleTask(in: .nanoseconds(tick)) {
                self.check(context)
                if context.channel.isActive { self.schedule(context) }
            }
        }

        private func check(_ context: ChannelHandlerContext) {
            guard isReaderFastEnough(context) else {
                table.count(.slowReader)
                return context.channel.reset()
            }
            guard !isDiscarding, let exchange = exchanges.last else {
                idle += exchanges.isEmpty ? tick : 0
                guard exchanges.isEmpty, !isOver, idle >= patience else { return }
                table.count(.idle)
                return context.close(promise: nil)
            }
            guard !exchange.isComplete, isReading, !bodyMeter.wait(nanoseconds: tick) else { return }
            table.count(.slowBody)
            isDiscarding = true
            // The route that reads the body responds with 408. If no route is reading, the connection closes
            // anyway.
            close(context, in: Self.answering)
            context.fireErrorCaught(SlowBody())
        }

        private func isReaderFastEnough(_ context: ChannelHandlerContext) -> Bool {
            let options = context.channel.syncOptions
            let waiting = (try? options?.getOption(.bufferedWritableBytes)) ?? 0  // Closed channel.
            let sentBefore = sent
            sent = written - waiting
            guard waiting > 0 else {
                readerMeter.reset()
                return true
            }
            readerMeter.count(max(0, sent - sentBefore))
            return readerMeter.wait(nanoseconds: tick)
        }
    }
#endif
