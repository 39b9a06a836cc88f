#if DEBUG
    import IlkVocabulary
    import Synchronization

    /// What a logger's handle and its one task share: the buffer behind a lock, and the loop that does what it says.
    final class DebugDriver: Sendable {
        private struct State {
            var buffer: DebugBuffer
            var shipper: DebugLogShipper?
            var source: LogSource
            var deviceId: RecordID?
            var sequence: Int64 = 0
            var waiters: [(below: Int, continuation: CheckedContinuation<Bool, Never>)] = []
            var task: Task<Void, Never>?
        }

        private let state: Mutex<State>
        private let bell = DebugBell()
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
        }

        /// Starts the task, which keeps this alive and ends when it is told to.
        func start() {
            state.withLock { $0.task = Task.detached { await self.run() } }
        }

        func connect(_ shipper: DebugLogShipper, _ source: LogSource?, _ deviceId: RecordID?) {
            state.withLock { state in
                state.shipper = shipper
                if let source { state.source = source }
                if let deviceId { state.deviceId = deviceId }
                state.buffer.reconnect()
            }
            bell.ring()
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
            if mayGo { bell.ring() }
        }

        var counts: DebugLoggerCounts { state.withLock { $0.buffer.accounts } }
        var setAside: [(entry: DebugLogEntry, fault: DebugEntryFault)] {
            state.withLock { $0.buffer.setAside }
        }

        func end() {
            state.withLock { $0.buffer.close() }
            bell.ring()
        }

        func ended() async {
            await state.withLock { $0.task }?.value
        }

        func flush(patience: Duration) async -> Bool {
            let end = clock.now() + patience
            while true {
                if await flushOnce() { return true }
                let now = clock.now()
                let (pause, isStopped) = state.withLock {
                    ($0.buffer.notBefore, $0.buffer.counts.stopped != nil)
                }
                guard now < end, !isStopped, !Task.isCancelled else { return false }
                let wait = min(pause ?? now + .milliseconds(50), end) - now
                try? await clock.sleep(max(wait, .milliseconds(1)))  // Cancelled: seen above.
            }
        }

        private func flushOnce() async -> Bool {
            let isDone = await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    let (below, canGo) = state.buffer.flush(now: clock.now())
                    if state.buffer.decidedBelow >= below { return true }
                    guard canGo || state.buffer.inFlight > 0 else { return false }
                    state.waiters.append((below, continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) } else { bell.ring() }
            }
            return isDone
        }

        private func run() async {
            var alarm: Alarm?
            defer { alarm?.cancel() }
            while true {
                let (step, shipper) = state.withLock { ($0.buffer.next(now: clock.now()), $0.shipper) }
                switch step {
                case .ship(let entries):
                    guard let shipper else { return }
                    let shipment = await shipper.ship(entries)
                    settle(shipment)
                case .wait(nil): await bell.wait()
                case .wait(let until?):
                    if alarm.map({ $0.isOver || $0.end > until }) ?? true {
                        alarm?.cancel()
                        alarm = Alarm(clock, until, bell)
                    }
                    await bell.wait()
                case .end:
                    answerAll()
                    return
                }
            }
        }

        private func settle(_ shipment: DebugShipment) {
            let jitter = random()
            let answered = state.withLock { state in
                state.buffer.settle(shipment, now: clock.now(), jitter: jitter)
                let decided = state.buffer.decidedBelow
                let isStuck = shipment.next != .now
                let done = state.waiters.filter { isStuck || $0.below <= decided }
                if !done.isEmpty { state.waiters.removeAll { isStuck || $0.below <= decided } }
                return done.map { ($0.continuation, $0.below <= decided) }
            }
            for (continuation, isDone) in answered { continuation.resume(returning: isDone) }
        }

        private func answerAll() {
            let left = state.withLock { state in
                defer { state.waiters = [] }
                return state.waiters.map { ($0.continuation, state.buffer.decidedBelow >= $0.below) }
            }
            for (continuation, isDone) in left { continuation.resume(returning: isDone) }
        }
    }

    /// A sleep that rings when it ends. The system keeps one that is cancelled until its time has come, so one that ends soon
    /// enough is waited for in the place of another.
    private final class Alarm: Sendable {
        /// When it rings.
        let end: Duration
        private let isDone = Atomic<Bool>(false)
        private let task = Mutex<Task<Void, Never>?>(nil)

        /// Whether it has ended: a little before its time perhaps, for clocks differ.
        var isOver: Bool { isDone.load(ordering: .acquiring) }

        init(_ clock: DebugClock, _ end: Duration, _ bell: DebugBell) {
            self.end = end
            let pause = max(end - clock.now(), .zero)
            let task = Task {
                try? await clock.sleep(pause)  // Cancelled: then nobody minds to be woken once too often.
                self.isDone.store(true, ordering: .releasing)
                bell.ring()
            }
            self.task.withLock { $0 = task }
        }

        func cancel() { task.withLock { $0 }?.cancel() }
    }
#endif
