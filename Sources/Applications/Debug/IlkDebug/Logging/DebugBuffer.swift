#if DEBUG
    import IlkFraming

    /// What a logger holds, and what is to be done next: all its decisions, without a clock, a thread or a network.
    struct DebugBuffer {
        /// An entry that waits.
        struct Item {
            /// One line of JSON, in one piece of memory, which is freed as it came: what a client holds does not fall apart in
            /// weeks of shipping.
            var json: [UInt8]
            /// Its number among all that were accepted.
            var number: Int

            /// The bytes of memory that it takes, where it stands among others too.
            var memory: Int { json.count + 64 }
        }

        /// What is to be done.
        enum Step {
            /// To send these, and to come back with what came of them.
            case ship([[UInt8]])
            /// To wait until a time, or until something happens.
            case wait(until: Duration?)
            /// Nothing any more.
            case end
        }

        let settings: DebugLoggerSettings
        /// The oldest first; those before `head` are gone already.
        private var items: [Item] = []
        private var head = 0
        private var bytes = 0
        /// How many of the oldest are on their way.
        private(set) var inFlight = 0
        /// When the oldest that is not on its way has waited long enough.
        private var deadline: Duration?
        /// Nothing goes before this time.
        private(set) var notBefore: Duration?
        private var failures = 0
        private var nextNumber = 0
        /// Entries of lower numbers go at once.
        private var flushedBelow = 0
        private var isClosing = false
        private var writer = JSONWriter()
        /// Whether there is anybody to send to.
        var isConnected = false
        private(set) var counts = DebugLoggerCounts()

        init(_ settings: DebugLoggerSettings) {
            precondition(
                settings.batchEntries > 0 && settings.maximumEntries >= settings.batchEntries,
                "a logger must be able to hold a batch")
            self.settings = settings
        }

        /// How many wait.
        var count: Int { items.count - head }
        /// The number below which all is decided.
        var decidedBelow: Int { count > 0 ? items[head].number : nextNumber }

        /// Takes an entry.
        ///
        /// - Returns: Whether something may be to be done now.
        mutating func add(_ entry: DebugLogEntry, now: Duration) -> Bool {
            counts.accepted += 1
            defer { nextNumber += 1 }
            guard let json = try? entry.encoded(with: &writer) else {  // It cannot be sent.
                counts.setAside += 1
                return false
            }
            let item = Item(json: json, number: nextNumber)
            guard !isClosing, makeRoom(for: item.memory) else {
                counts.dropped += 1
                return false
            }
            if count == inFlight { deadline = now + settings.interval }
            items.append(item)
            bytes += item.memory
            let fresh = count - inFlight
            return fresh == 1 || fresh == settings.batchEntries
        }

        private mutating func makeRoom(for size: Int) -> Bool {
            while count >= settings.maximumEntries || bytes + size > settings.maximumBytes && count > 0 {
                guard settings.overflow == .dropOldest, count > inFlight else { return false }
                let place = head + inFlight
                bytes -= items[place].memory
                counts.dropped += 1
                if inFlight == 0 {
                    head += 1
                    compact()
                } else {
                    items.remove(at: place)
                }
            }
            return true
        }

        /// What is to be done now.
        mutating func next(now: Duration) -> Step {
            if inFlight > 0 { return .wait(until: nil) }
            if isClosing { return .end }
            guard count > 0, isConnected, counts.stopped == nil else { return .wait(until: nil) }
            if let notBefore, now < notBefore { return .wait(until: notBefore) }
            let isDue =
                count >= settings.batchEntries || items[head].number < flushedBelow || failures > 0
                || deadline.map { now >= $0 } ?? false
            guard isDue else { return .wait(until: deadline) }
            inFlight = min(count, settings.batchEntries)
            counts.shipments += 1
            // What comes meanwhile begins a time of its own.
            deadline = count > inFlight ? now + settings.interval : nil
            return .ship(items[head..<head + inFlight].map(\.json))
        }

        /// Notes what came of what was sent.
        ///
        /// - Parameter jitter: 0 ..< 1: how much of a pause's second half is waited.
        mutating func settle(_ shipment: DebugShipment, now: Duration, jitter: Double) {
            var kept: [Item] = []
            for (place, outcome) in zip(head..<head + inFlight, shipment.outcomes) {
                switch outcome {
                case .later:
                    kept.append(items[place])
                    continue
                case .stored, .duplicate: counts.acknowledged += 1
                case .refused: counts.setAside += 1
                }
                bytes -= items[place].memory
            }
            counts.acknowledged -= shipment.rejected
            counts.rejected += shipment.rejected
            items.replaceSubrange(head..<head + inFlight, with: kept)
            inFlight = 0
            compact()
            pause(shipment.next, now: now, jitter: jitter)
            if count > 0 { deadline = now + settings.interval }
        }

        private mutating func pause(_ next: DebugShipment.Next, now: Duration, jitter: Double) {
            switch next {
            case .now:
                failures = 0
                notBefore = nil
            case .later:
                let whole = min(settings.firstPause * (1 << min(failures, 20)), settings.longestPause)
                notBefore = now + whole / 2 + (whole / 2) * jitter
                failures += 1
            case .after(let wanted):
                notBefore = now + max(wanted, .zero)
                failures += 1
            case .stopped(let status):
                counts.stopped = status
                failures = 0
            }
        }

        /// Sends on to what said that it will have nothing: it may have changed its mind.
        mutating func reconnect() {
            isConnected = true
            counts.stopped = nil
            notBefore = nil
        }

        /// Lets all that is there go at once.
        ///
        /// - Returns: The number below which it is, and whether it can go now.
        mutating func flush(now: Duration) -> (below: Int, canGo: Bool) {
            flushedBelow = nextNumber
            let isPaused = notBefore.map { now < $0 } ?? false
            return (nextNumber, isConnected && !isClosing && counts.stopped == nil && !isPaused)
        }

        /// Takes nothing more.
        mutating func close() { isClosing = true }

        /// Counts an entry that the sending itself logged.
        mutating func skip() { counts.skipped += 1 }

        /// The counts, with what waits.
        var accounts: DebugLoggerCounts {
            var counts = counts
            counts.pending = count
            return counts
        }

        /// Forgets what is gone, when it is half of all.
        private mutating func compact() {
            guard head > 64, head > items.count / 2 else { return }
            items.removeFirst(head)
            head = 0
        }
    }
#endif
