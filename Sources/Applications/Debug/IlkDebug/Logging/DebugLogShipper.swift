#if DEBUG
    import IlkFraming
    public import IlkVocabulary

    /// Sends entries to a server's `POST /debug/logs`.
    ///
    /// It never throws, and never logs through a logger: what is logged while it sends is not its own to send. 429, 502, 503, 504
    /// and a connection that breaks are tried again; 400 is looked into by halves until the entry that is at fault stands
    /// alone and is set aside; 413 is halved; 401, and whatever says that nobody will listen, stops; of any other status the
    /// entries are set aside. This is OTLP's table of retries.
    public actor DebugLogShipper {
        /// The path of a batch, below the server's address.
        public static let path = "/debug/logs"
        /// The most bytes that are read of an answer.
        public static let largestAnswer = 4 << 20
        /// The most bytes that a request has, unless one entry has more.
        public static let largestRequest = 1 << 20
        /// How long a request may take.
        public static let deadline: Duration = .seconds(30)
        /// How long a server may ask to wait.
        public static let longestWait: Duration = .seconds(3600)

        /// Whether this task is sending: what it logs goes nowhere, or each shipment would make the next one.
        @TaskLocal static var isShipping = false

        private let carrier: any DebugLogCarrier
        private let clock: DebugClock
        private let newID: @Sendable () -> RecordID
        /// The requests that are on their way, and when each has taken too long.
        private var underway: [Int: (due: Duration, request: Task<DebugLogReply?, Never>)] = [:]
        private var requests = 0
        /// One task for all deadlines: the system keeps a sleep that is cancelled until its time has come, and thousands of
        /// requests are made in that time.
        private var watch: Task<Void, Never>?

        /// A shipper.
        ///
        /// - Parameters:
        ///   - carrier: What carries its requests.
        ///   - clock: What its deadline goes by.
        ///   - newID: Makes the ids of batches.
        public init(
            over carrier: any DebugLogCarrier, clock: DebugClock = .system,
            newID: @escaping @Sendable () -> RecordID = DebugIDs.next
        ) {
            self.carrier = carrier
            self.clock = clock
            self.newID = newID
        }

        deinit { watch?.cancel() }

        /// Sends entries, and says what came of each.
        public func ship(_ entries: [DebugLogEntry]) async -> DebugShipment {
            var writer = JSONWriter()
            let encoded = entries.map { entry in
                Result { () throws(DebugEntryFault) in try entry.encoded(with: &writer) }
            }
            return await ship(encoded)
        }

        /// Sends entries that were written already, and says what came of each.
        func ship(_ entries: [[UInt8]]) async -> DebugShipment {
            await ship(entries.map { .success($0) })
        }

        private func ship(_ entries: [Result<[UInt8], DebugEntryFault>]) async -> DebugShipment {
            var shipment = DebugShipment(
                outcomes: entries.map { if case .failure(let fault) = $0 { .refused(fault) } else { .later } }
            )
            let sound = entries.indices.filter { shipment.outcomes[$0] == .later }
            var waiting: [ArraySlice<Int>] = sound.isEmpty ? [] : [sound[...]]
            // The first of what waits is sent first: entries go out in their order.
            while let places = waiting.popLast() {
                let id = newID()
                let json = places.compactMap { try? entries[$0].get() }  // All of them are sound.
                let body = DebugBatch.json(json, id: id)
                if body.count > Self.largestRequest, places.count > 1 {
                    waiting += Self.halves(places)
                    continue
                }
                let reply = await send(body, id: id)
                let isParted = settle(places, reply, &shipment)
                if isParted { waiting += Self.halves(places) }
                if shipment.next != .now { break }
            }
            return shipment
        }

        private static func halves(_ places: ArraySlice<Int>) -> [ArraySlice<Int>] {
            let middle = places.startIndex + places.count / 2
            return [places[middle...], places[..<middle]]
        }

        /// Makes a request within the deadline; nil when there is no answer.
        private func send(_ body: [UInt8], id: RecordID) async -> DebugLogReply? {
            let headers = [
                (name: "Content-Type", value: DebugBatch.contentType), ("Accept", DebugBatch.contentType),
                (TraceParent.correlationHeader, id.description),
            ]
            let carrier = carrier
            let request = Self.$isShipping.withValue(true) {
                Task {
                    let reply = try? await carrier.post(body, to: Self.path, headers: headers)  // None.
                    return reply.flatMap { $0.body.count <= Self.largestAnswer ? $0 : nil }
                }
            }
            requests += 1
            let number = requests
            underway[number] = (clock.now() + Self.deadline, request)
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
                var pause = Self.deadline
                while !Task.isCancelled {
                    try? await clock.sleep(pause)  // Cancelled: there is no shipper any more.
                    guard let next = await self?.endLate() else { return }
                    pause = next - clock.now()
                }
            }
        }

        /// Ends the requests that have taken too long.
        ///
        /// - Returns: The time until the next look; nil if no request is under way.
        private func endLate() -> Duration? {
            let now = clock.now()
            for (number, one) in underway where one.due <= now {
                one.request.cancel()
                underway[number] = nil
            }
            let next = underway.values.map(\.due).min()
            if next == nil { watch = nil }
            return next
        }

        /// Notes what an answer says of entries.
        ///
        /// - Returns: Whether they are to be sent again in two halves.
        private func settle(
            _ places: ArraySlice<Int>, _ reply: DebugLogReply?, _ shipment: inout DebugShipment
        ) -> Bool {
            guard let reply else {
                shipment.next = .later
                return false
            }
            switch reply.status {
            case 200..<300: take(reply.body, places, &shipment)
            case 400, 413:
                guard places.count == 1 else { return true }
                let fault: DebugEntryFault = reply.status == 413 ? .tooLarge : .refused
                for place in places { shipment.outcomes[place] = .refused(fault) }
            case 429, 502, 503, 504: shipment.next = Self.pause(reply)
            case 300..<400, 401, 403, 404, 405, 407: shipment.next = .stopped(status: reply.status)
            default: for place in places { shipment.outcomes[place] = .refused(.refused) }
            }
            return false
        }

        private static func pause(_ reply: DebugLogReply) -> DebugShipment.Next {
            guard let seconds = HTTPTime.retryAfter(reply.retryAfter, date: reply.date) else { return .later }
            return .after(min(.seconds(Int64(seconds)), longestWait))
        }

        /// Results entry by entry, OTLP's partial success, or nothing: then all were taken.
        private func take(_ body: [UInt8], _ places: ArraySlice<Int>, _ shipment: inout DebugShipment) {
            guard let answer = DebugBatchAnswer(json: body) else {
                for place in places { shipment.outcomes[place] = .stored }
                shipment.rejected += min(places.count, OTLPLogs.Answer(json: body)?.rejected ?? 0)
                return
            }
            for (index, place) in places.enumerated() {
                if index < answer.items.count { shipment.outcomes[place] = answer.items[index].outcome }
                if shipment.outcomes[place] == .later { shipment.next = .later }
            }
        }
    }
#endif
