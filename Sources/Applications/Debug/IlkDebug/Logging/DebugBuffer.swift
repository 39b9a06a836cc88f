#if DEBUG
    import IlkFraming

    /// The pending entries of a logger. The buffer decides when the entries are sent. It uses no clock,
    /// thread or network, so tests can control its time.
    struct DebugBuffer {
        struct Item {
            /// The entry as a line of JSON, in a single allocation. Entries are freed in the order of their
            /// allocation, so that the memory does not become fragmented, even after weeks.
            var json: [UInt8]
            /// The number of the entry. The first entry that the logger accepts has the number 0.
            var number: Int

            /// The approximate memory of the entry, in bytes.
            var memory: Int { json.count + 64 }
        }

        /// The next action of the driver, which runs the loop of the logger.
        enum Step {
            /// Send these entries and report the result to ``settle(_:now:jitter:)``.
            case ship([[UInt8]])
            /// Wait until this time, or until the state changes.
            case wait(until: Duration?)
            /// End the task.
            case end
        }

        let settings: DebugLoggerSettings
        /// The entries, oldest first. The items before `head` are no longer used; ``compact()`` removes them
        /// later.
        private var items: [Item] = []
        private var head = 0
        private var bytes = 0
        /// The number of entries that are being sent, counted from the oldest.
        private(set) var inFlight = 0
        /// The time at which the next batch is sent even if it is not full.
        private var deadline: Duration?
        /// The time at which the pause after a failure ends, or `nil` if there is no pause.
        private(set) var notBefore: Duration?
        private var failures = 0
        private var nextNumber = 0
        /// Entries with lower numbers are sent without delay.
        private var flushedBelow = 0
        private var isClosing = false
        private var writer = JSONWriter()
        /// `true` if a shipper is set.
        var isConnected = false
        private(set) var counts = DebugLoggerCounts()

        init(_ settings: DebugLoggerSettings) {
            precondition(
                settings.batchEntries > 0 && settings.maximumEntries >= settings.batchEntries,
                "maximumEntries must be at least batchEntries")
            self.settings = settings
        }

        var count: Int { items.count - head }
        /// The number of the oldest pending entry, or the next number if no entry is pending. All entries
        /// with lower numbers were acknowledged, rejected or dropped.
        var decidedBelow: Int { count > 0 ? items[head].number : nextNumber }

        /// Adds an entry.
        ///
        /// - Returns: `true` if the driver should call ``next(now:)``.
        mutating func add(_ entry: DebugLogEntry, now: Duration) -> Bool {
            counts.accepted += 1
            defer { nextNumber += 1 }
            guard let json = try? entry.encoded(with: &writer) else {  // It cannot be sent.
                counts.refused += 1
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
            // Entries that arrive while a batch is being sent wait for a full interval.
            deadline = count > inFlight ? now + settings.interval : nil
            return .ship(items[head..<head + inFlight].map(\.json))
        }

        /// Processes the result of sending a batch.
        ///
        /// - Parameter jitter: A random number from 0 up to, but not including, 1. It varies the pause after
        ///   a failure: 0 gives half of the pause, and 1 would give the full pause.
        mutating func settle(_ shipment: DebugShipment, now: Duration, jitter: Double) {
            var kept: [Item] = []
            for (place, outcome) in zip(head..<head + inFlight, shipment.outcomes) {
                switch outcome {
                case .retry:
                    kept.append(items[place])
                    continue
                case .stored, .duplicate: counts.acknowledged += 1
                case .refused: counts.refused += 1
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
            case .backoff:
                let whole = min(settings.initialBackoff * (1 << min(failures, 20)), settings.maximumBackoff)
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

        /// Allows entries to be sent again, to a new server, even if the previous server refused all
        /// requests.
        mutating func reconnect() {
            isConnected = true
            counts.stopped = nil
            notBefore = nil
        }

        /// Marks all pending entries to be sent without delay.
        ///
        /// - Returns: The lowest number that is not marked, and `true` if entries can be sent now.
        mutating func flush(now: Duration) -> (below: Int, canGo: Bool) {
            flushedBelow = nextNumber
            let isPaused = notBefore.map { now < $0 } ?? false
            return (nextNumber, isConnected && !isClosing && counts.stopped == nil && !isPaused)
        }

        /// Makes the buffer drop and count all entries that are added later.
        mutating func close() { isClosing = true }

        /// Counts an entry that was ignored because it was logged by the code that sends entries.
        mutating func skip() { counts.skipped += 1 }

        /// The counts, including the pending entries.
        var currentCounts: DebugLoggerCounts {
            var counts = counts
            counts.pending = count
            return counts
        }

        /// Removes the unused items before `head` when they are more than half of the array. This takes
        /// amortized constant time.
        private mutating func compact() {
            guard head > 64, head > items.count / 2 else { return }
            items.removeFirst(head)
            head = 0
        }
    }
#endif
