#if DEBUG
    import IlkVocabulary
    import Synchronization

    /// Runs the loop of a logger: waits, and sends the entries of the buffer. The buffer is protected by a
    /// lock, because other threads add entries.
    final class DebugDriver: Sendable {
        private struct State {
            var buffer: DebugBuffer
            var shipper: DebugLogShipper?
            var source: LogSource
            var deviceId: RecordID?
            var sequence: Int64 = 0
            var waiters: [(below: Int, continuation: CheckedContinuation<Bool, Never>)] = []
            var task: Task<Void, Never>?
            var alarm: WakeTimer?
        }

        /// A timer. The system keeps a canceled sleep in memory until the end of the sleep. Therefore an
        /// existing sleep is reused if it ends early enough.
        private struct WakeTimer {
            var end: Duration
            var sleep: Task<Void, Never>
        }

        private let state: Mutex<State>
        /// The signals that wake the task. While the task is busy, one signal is buffered.
        private let (rings, wakeSignal) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        private let clock: DebugClock
        private let newID: @Sendable () -> RecordID
        private let random: @Sendable () -> Double
        private let redaction: DebugRedaction?

        init(
            settings: DebugLoggerSettings, clock: DebugClock, newID: @escaping @Sendable () -> RecordID,
            random: @escaping @Sendable () -> Double
        ) {
            state = Mutex(
                State(buffer: DebugBuffer(settings), source: settings.source, deviceId: settings.deviceId))
            self.clock = clock
            self.newID = newID
            self.random = random
            redaction = settings.redacts ? DebugRedaction() : nil
            // The task retains the driver until `end()`.
            state.withLock { $0.task = Task.detached { await self.run() } }
        }

        func connect(_ shipper: DebugLogShipper, _ source: LogSource?, _ deviceId: RecordID?) {
            state.withLock { state in
                state.shipper = shipper
                if let source { state.source = source }
                if let deviceId { state.deviceId = deviceId }
                state.buffer.reconnect()
            }
            wakeSignal.yield()
        }

        func log(
            _ event: String, _ level: LogLevel, _ payload: DebugPayload, _ correlationId: RecordID?,
            _ session: RecordID
        ) {
            guard !DebugLogShipper.isShipping else { return state.withLock { $0.buffer.skip() } }
            let (id, now) = (newID(), clock.now())
            let draft = DebugLogEntry(
                id: id, correlationId: correlationId, nanoseconds: DebugLogEntry.nanoseconds(clock.date()),
                source: .backend, level: level, event: event, payload: payload, sessionId: session)
            var entry = redaction?.redacted(draft) ?? draft
            let mayGo = state.withLock { state in
                entry.source = state.source
                entry.deviceId = state.deviceId
                entry.sequence = state.sequence
                state.sequence += 1
                return state.buffer.add(entry, now: now)
            }
            if mayGo { wakeSignal.yield() }
        }

        var counts: DebugLoggerCounts { state.withLock { $0.buffer.currentCounts } }

        func end() {
            state.withLock { $0.buffer.close() }
            wakeSignal.yield()
        }

        func ended() async {
            await state.withLock { $0.task }?.value
        }

        func flush(timeout: Duration) async -> FlushOutcome {
            let end = clock.now() + timeout
            while true {
                if await flushOnce() { return .reached }
                let now = clock.now()
                let (pause, isStopped) = state.withLock {
                    ($0.buffer.notBefore, $0.buffer.counts.stopped != nil)
                }
                if isStopped || timeout == .zero { return .failed }
                if Task.isCancelled { return .canceled }
                guard now < end else { return .timedOut }
                let wait = min(pause ?? now + .milliseconds(50), end) - now
                try? await clock.sleep(max(wait, .milliseconds(1)))  // The loop checks for cancellation.
            }
        }

        private func flushOnce() async -> Bool {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    let (below, canGo) = state.buffer.flush(now: clock.now())
                    if state.buffer.decidedBelow >= below { return true }
                    guard canGo || state.buffer.inFlight > 0 else { return false }
                    state.waiters.append((below, continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) } else { wakeSignal.yield() }
            }
        }

        private func run() async {
            var rings = rings.makeAsyncIterator()
            defer { state.withLock { $0.alarm }?.sleep.cancel() }
            while true {
                let (step, shipper) = state.withLock { ($0.buffer.next(now: clock.now()), $0.shipper) }
                switch step {
                case .ship(let entries):
                    guard let shipper else { return }
                    settle(await shipper.ship(entries))
                case .wait(nil): await rings.next()
                case .wait(let until?):
                    setAlarm(until)
                    await rings.next()
                case .end:
                    answer(all: true)
                    return
                }
            }
        }

        private func setAlarm(_ end: Duration) {
            state.withLock { state in
                if let alarm = state.alarm, alarm.end <= end { return }
                state.alarm?.sleep.cancel()
                let pause = max(end - clock.now(), .zero)
                let sleep = Task {
                    try? await clock.sleep(pause)  // Canceled in favor of another alarm.
                    self.state.withLock { if !Task.isCancelled { $0.alarm = nil } }
                    wakeSignal.yield()
                }
                state.alarm = WakeTimer(end: end, sleep: sleep)
            }
        }

        private func settle(_ shipment: DebugShipment) {
            let jitter = random()
            answer(all: shipment.next != .now) { $0.settle(shipment, now: clock.now(), jitter: jitter) }
        }

        /// Changes the buffer, then resumes each caller of ``flush(timeout:)`` whose entries were all
        /// acknowledged, rejected or dropped. With `all`, resumes all callers.
        private func answer(all: Bool, after change: (inout DebugBuffer) -> Void = { _ in }) {
            let answered = state.withLock { state in
                change(&state.buffer)
                let decided = state.buffer.decidedBelow
                let done = state.waiters.filter { all || $0.below <= decided }
                state.waiters.removeAll { all || $0.below <= decided }
                return done.map { ($0.continuation, $0.below <= decided) }
            }
            for (continuation, isDone) in answered { continuation.resume(returning: isDone) }
        }
    }
#endif
