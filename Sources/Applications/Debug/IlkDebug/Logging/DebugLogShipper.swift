#if DEBUG
    import IlkFraming
    public import IlkVocabulary

    /// Sends entries to a server's `POST /debug/logs`.
    ///
    /// The shipper never throws. Entries that the HTTP client logs while it sends a request are ignored. As
    /// in OTLP/HTTP, requests are retried after broken connections and after the statuses 429, 502, 503 and
    /// 504. After the status 400 or 413, the batch is repeatedly split in half, until the rejected entry is
    /// alone. The statuses 3xx, 401, 403, 404, 405 and 407 stop the logger. After any other error status, the
    /// entries are dropped.
    public actor DebugLogShipper {
        /// The path of the requests, relative to the server's address.
        public static let path = "/debug/logs"
        /// The maximum size of a response, in bytes.
        public static let maximumResponseSize = 4 << 20
        /// The maximum size of a request in bytes, unless a single entry is larger.
        public static let maximumRequestSize = 1 << 20
        /// The time limit of a request.
        public static let requestTimeout: Duration = .seconds(30)
        /// The maximum pause that a server may request.
        public static let maximumRetryAfter: Duration = .seconds(3600)

        /// `true` while this task is sending. Entries that the task logs meanwhile are ignored, because each
        /// shipment would otherwise cause another shipment.
        @TaskLocal static var isShipping = false

        private let carrier: any DebugLogTransport
        private let clock: DebugClock
        private let newID: @Sendable () -> RecordID
        /// The pending requests and their deadlines.
        private var underway: [Int: (due: Duration, request: Task<DebugLogResponse?, Never>)] = [:]
        private var requests = 0
        /// A single task that watches all deadlines. The system keeps a canceled sleep in memory until the
        /// end of the sleep. With one sleep per request, thousands of sleeps would accumulate.
        private var watch: Task<Void, Never>?

        /// Creates a shipper.
        ///
        /// - Parameters:
        ///   - carrier: The HTTP client.
        ///   - clock: The clock for time limits.
        ///   - newID: A function that returns the id for a new batch.
        public init(
            over carrier: any DebugLogTransport, clock: DebugClock = .system,
            newID: @escaping @Sendable () -> RecordID = DebugIDs.next
        ) {
            self.carrier = carrier
            self.clock = clock
            self.newID = newID
        }

        deinit { watch?.cancel() }

        /// Sends entries.
        ///
        /// - Parameter entries: The entries, which are sent in this order.
        /// - Returns: The outcome of each entry.
        /// - Complexity: O(*n*) in the total size of the entries, for each request.
        public func ship(_ entries: [DebugLogEntry]) async -> DebugShipment {
            var writer = JSONWriter()
            let encoded = entries.map { entry in
                Result { () throws(DebugEntryError) in try entry.encoded(with: &writer) }
            }
            return await ship(encoded)
        }

        func ship(_ entries: [[UInt8]]) async -> DebugShipment {
            await ship(entries.map { .success($0) })
        }

        private func ship(_ entries: [Result<[UInt8], DebugEntryError>]) async -> DebugShipment {
            var shipment = DebugShipment(
                outcomes: entries.map { if case .failure(let fault) = $0 { .refused(fault) } else { .retry } }
            )
            let sound = entries.indices.filter { shipment.outcomes[$0] == .retry }
            var waiting: [ArraySlice<Int>] = sound.isEmpty ? [] : [sound[...]]
            // The array is a stack of batches. The last element has the earliest entries, so entries are sent
            // in order.
            while let places = waiting.popLast() {
                let id = newID()
                let json = places.compactMap { try? entries[$0].get() }  // All are encodable.
                let body = DebugBatch.json(json, id: id)
                if body.count > Self.maximumRequestSize, places.count > 1 {
                    waiting += Self.halves(places)
                    continue
                }
                let reply = await send(body, id: id)
                let isParted = apply(places, reply, &shipment)
                if isParted { waiting += Self.halves(places) }
                if shipment.next != .now { break }
            }
            return shipment
        }

        private static func halves(_ places: ArraySlice<Int>) -> [ArraySlice<Int>] {
            let middle = places.startIndex + places.count / 2
            return [places[middle...], places[..<middle]]
        }

        /// Sends a request. Returns `nil` if there is no response within the time limit, or if the response
        /// is too large.
        private func send(_ body: [UInt8], id: RecordID) async -> DebugLogResponse? {
            let headers = [
                (name: "Content-Type", value: DebugBatch.contentType), ("Accept", DebugBatch.contentType),
                (TraceParent.correlationHeader, id.description),
            ]
            let carrier = carrier
            let request = Self.$isShipping.withValue(true) {
                Task {
                    let reply = try? await carrier.post(body, to: Self.path, headers: headers)  // No reply.
                    return reply.flatMap { $0.body.count <= Self.maximumResponseSize ? $0 : nil }
                }
            }
            requests += 1
            let number = requests
            underway[number] = (clock.now() + Self.requestTimeout, request)
            watchDeadlines()
            defer { underway[number] = nil }
            return await withTaskCancellationHandler {
                await request.value
            } onCancel: {
                request.cancel()
            }
        }

        private func watchDeadlines() {
            guard watch == nil else { return }
            let clock = clock
            watch = Task { [weak self] in
                var pause = Self.requestTimeout
                while !Task.isCancelled {
                    try? await clock.sleep(pause)  // Canceled: the shipper was released.
                    guard let next = await self?.cancelOverdue() else { return }
                    pause = next - clock.now()
                }
            }
        }

        /// Cancels the requests whose deadline has passed. Returns the earliest deadline of the remaining
        /// requests.
        private func cancelOverdue() -> Duration? {
            let now = clock.now()
            for (number, one) in underway where one.due <= now {
                one.request.cancel()
                underway[number] = nil
            }
            let next = underway.values.map(\.due).min()
            if next == nil { watch = nil }
            return next
        }

        /// Sets the outcomes of entries from a response. Returns `true` if the entries must be sent again in
        /// two halves.
        private func apply(
            _ places: ArraySlice<Int>, _ reply: DebugLogResponse?, _ shipment: inout DebugShipment
        ) -> Bool {
            guard let reply else {
                shipment.next = .backoff
                return false
            }
            switch reply.status {
            case 200..<300: applyResults(reply.body, places, &shipment)
            case 400, 413:
                guard places.count == 1 else { return true }
                let fault: DebugEntryError = reply.status == 413 ? .tooLarge : .refused
                for place in places { shipment.outcomes[place] = .refused(fault) }
            case 429, 502, 503, 504: shipment.next = Self.pause(reply)
            case 300..<400, 401, 403, 404, 405, 407: shipment.next = .stopped(status: reply.status)
            default: for place in places { shipment.outcomes[place] = .refused(.refused) }
            }
            return false
        }

        private static func pause(_ reply: DebugLogResponse) -> DebugShipment.Next {
            guard let seconds = HTTPTime.retryAfter(reply.retryAfter, date: reply.date) else {
                return .backoff
            }
            return .after(min(.seconds(Int64(seconds)), maximumRetryAfter))
        }

        /// Sets the outcomes of entries from a successful response. The response may contain a result for
        /// each entry, or OTLP's partial success. An empty response means that all entries were stored.
        private func applyResults(_ body: [UInt8], _ places: ArraySlice<Int>, _ shipment: inout DebugShipment)
        {
            guard let answer = DebugBatchResponse(json: body) else {
                for place in places { shipment.outcomes[place] = .stored }
                shipment.rejected += min(places.count, OTLPLogs.Response(json: body)?.rejected ?? 0)
                return
            }
            for (index, place) in places.enumerated() {
                if index < answer.items.count { shipment.outcomes[place] = answer.items[index].outcome }
                if shipment.outcomes[place] == .retry { shipment.next = .backoff }
            }
        }
    }
#endif
