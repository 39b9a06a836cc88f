#if Server
    import NIOCore
    import NIOHTTP1

    /// The rules for one connection of HTTP/1, directly behind the decoder.
    ///
    /// - A request with an invalid `Host` is refused, and whatever follows it is discarded.
    /// - An answer that was given before its request was complete ends the connection; so does one to a client of HTTP/1.0
    ///   that asked for no other.
    /// - The client has ``ServerSettings/patience`` seconds for the head of a request, and a minimum rate for its body and
    ///   for the answer.
    ///
    /// A connection that ends with unread input closes its sending side first and discards input for a second, because a
    /// socket that is closed with unread input resets, which can take the answer from the client.
    final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias InboundOut = HTTPServerRequestPart
        typealias OutboundIn = HTTPServerResponsePart
        typealias OutboundOut = HTTPServerResponsePart

        /// The error of a body that comes below the minimum rate.
        struct SlowBody: Error {}

        /// A request and its answer.
        private struct Exchange {
            var version: HTTPVersion
            /// `true` if the connection ends with the answer.
            var isLast: Bool
            /// `true` if the whole request was received.
            var isComplete = false
        }

        /// The time for which a client may read the last answer.
        private static let lingering = TimeAmount.seconds(1)
        /// The time in which the reader of a slow body may answer: a busy machine needs more than one second.
        private static let answering = TimeAmount.seconds(5)
        private static let mostDiscarded = 16 << 20

        private let table: ConnectionTable
        private let patience: Int64
        private let tick: Int64
        private var bodyMeter: RateMeter
        private var readerMeter: RateMeter

        /// The requests without a complete answer, the oldest first.
        private var exchanges = CircularBuffer<Exchange>()
        /// `true` if input is no longer passed on.
        private var isDiscarding = false
        private var discarded = 0
        /// `true` from the head of the last answer on.
        private var isEnding = false
        /// `true` when the last answer was written: nothing may follow it.
        private var isOver = false
        private var isInputClosed = false
        /// `true` while the server waits for input.
        private var isReading = false
        /// The time for which the connection has been without a request.
        private var idle: Int64 = 0
        /// `true` while the answer is sent and only unread input keeps the connection.
        private var isLingering = false
        private var written = 0
        private var sent = 0
        private var timer: Scheduled<Void>?
        /// Closes the connection in any case.
        private var closing: Scheduled<Void>?

        init(_ settings: ServerSettings, _ table: ConnectionTable) {
            self.table = table
            patience = Int64(settings.patience) * 1_000_000_000
            bodyMeter = RateMeter(rate: settings.minimumRate, seconds: settings.rateWindow)
            readerMeter = bodyMeter
            tick = Int64(min(settings.rateWindow, settings.patience, 10)) * 100_000_000
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
                // A request behind the last one is never answered.
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
                // As for any other request that cannot be read, the answer is 400, after those to earlier requests.
                return context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
            }
            exchanges.append(Exchange(version: head.version, isLast: !head.isKeepAlive))
            context.fireChannelRead(wrapInboundOut(.head(head)))
        }

        // MARK: Answers

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

        /// Decides whether the connection ends with an answer, and says so in its head.
        private func prepare(_ head: inout HTTPResponseHead) {
            let exchange = exchanges.first
            let hasLength = head.headers.contains(name: "content-length")
            let isOld = exchange?.version == .http1_0
            isEnding =
                exchange?.isLast != false || !head.isKeepAlive
                // An answer of a known length depends on nothing that is still to come, nor does a refusal.
                || (exchange?.isComplete == false && (hasLength || head.status.code >= 400))
                // Only the end of the connection tells HTTP/1.0 where such a body ends.
                || (isOld && !hasLength)
            if isOld { head.version = .http1_0 }
            if isEnding {
                head.headers.replaceOrAdd(name: "Connection", value: "close")
            } else if isOld {
                head.headers.replaceOrAdd(name: "Connection", value: "keep-alive")
            }
        }

        /// Ends the connection when the last answer was sent.
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
            // The reader of the body answers 408. Without a reader the connection closes, too.
            close(context, in: Self.answering)
            context.fireErrorCaught(SlowBody())
        }

        private func isReaderFastEnough(_ context: ChannelHandlerContext) -> Bool {
            let options = context.channel.syncOptions
            let waiting = (try? options?.getOption(.bufferedWritableBytes)) ?? 0  // Closed: nothing waits.
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
