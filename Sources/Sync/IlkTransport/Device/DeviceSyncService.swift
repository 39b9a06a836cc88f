import IlkStore
public import IlkSync
public import IlkSyncStore

/// Syncs the stores of a device with a hub: it drives the engine, which decides, between the replica, which keeps, and a link,
/// which carries.
public actor DeviceSyncService {
    /// What came of a sync.
    public struct Report: Hashable, Sendable {
        /// How it ended.
        public var ending = SyncEnding.inSync
        /// Writes of this device that went into the outbox.
        public var noted = 0
        /// Records that the hub took.
        public var pushed = 0
        /// Records that came.
        public var pulled = 0
        /// News that the stores took.
        public var received = 0
        /// Values that lost and are kept.
        public var kept = 0
        /// Records that the hub will not have.
        public var rejected = 0
        /// Requests that were made.
        public var requests = 0
        /// Whether nobody could be asked the last time: there is no network, or nobody listens.
        public var isCutOff = false
        /// What was wrong last.
        public var trouble: String?
    }

    private let replica: ReplicaStore
    private let link: any SyncLink
    private let stores: [any SyncedStore]
    private let clock: any SyncClock
    private let patience: Int
    private let dice: @Sendable () -> UInt64
    private var report = Report()
    private var tell: @Sendable (Report) -> Void = { _ in }
    /// The stores that may have something new.
    private var unnoted: ArraySlice<any SyncedStore> = []

    /// Writes of a store that were read while the replica was busy with those before.
    private var ahead: ReadAhead?

    /// Records that go from a store to the replica in one transaction.
    private static let portion = 2000
    /// Records that a store takes in one transaction, while the next ones are read.
    private static let piece = 1000

    /// What a store wrote behind a mark.
    private struct ReadAhead {
        let store: String
        let mark: String
        let reading: Task<(writes: [LocalWrite], mark: String?), any Error>
    }

    /// A service.
    ///
    /// - Parameters:
    ///   - patience: After how many failures in a row it gives up.
    ///   - dice: 64 random bits.
    public init(
        _ replica: ReplicaStore, over link: any SyncLink, stores: [any SyncedStore], patience: Int = 4,
        clock: any SyncClock = SystemSyncClock(),
        dice: @escaping @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }
    ) {
        self.replica = replica
        self.link = link
        self.stores = stores
        self.patience = patience
        self.clock = clock
        self.dice = dice
    }

    /// Sends what is new here, and reads what is new there, once.
    ///
    /// What came before it fails, or is cancelled, is given to the stores the next time.
    ///
    /// - Parameter tell: Is told how far it is, after each step.
    /// - Throws: `IlkError` when another program syncs this replica, `StoreError`, what a store throws,
    ///   `CancellationError`.
    public func sync(tell: @escaping @Sendable (Report) -> Void = { _ in }) async throws -> Report {
        let held = try SyncTurn.acquire(try replica.syncLock(), of: "this device")
        defer { withExtendedLifetime(held) {} }
        let ended: Result<Report, any Error>
        do {
            ended = .success(try await turn(tell))
        } catch {
            ended = .failure(error)
        }
        await forgetAhead()
        return try ended.get()
    }

    private func turn(_ tell: @escaping @Sendable (Report) -> Void) async throws -> Report {
        report = Report()
        self.tell = tell
        unnoted = stores[...]
        var device = try await replica.device(dice: dice())
        var effects = try await step(&device, [.started])
        while true {
            switch ending(effects, device) {
            case .inSync?: effects = try await noteUntilThereIsMore(&device)
            case let ending?: report.ending = ending
            case nil: break
            }
            if report.ending != .inSync || effects.contains(.notice(.inSync)) { break }
            effects = try await go(on: &device, effects)
            tell(report)
            try Task.checkCancellation()
        }
        while try await tellStores() {}
        try await replica.settle()
        return report
    }

    /// Under which name a replica keeps up to where a store's writes were told.
    public static func markName(of store: any SyncedStore) -> String { "noted." + store.name }

    // MARK: The stores

    /// Takes some of what is new in the stores into the outbox.
    ///
    /// - Returns: What the engine asks for; nil when there is nothing new any more.
    private func note(_ device: inout SyncDevice) async throws -> [DeviceEffect]? {
        while let store = unnoted.first {
            let name = Self.markName(of: store)
            let new = try await writes(of: store, after: try await replica.mark(name))
            if let next = new.mark, !new.writes.isEmpty {
                report.noted += new.writes.count
                let effects = try await step(&device, new.writes.map(DeviceInput.write), marks: [name: next])
                readAhead(store, after: next)
                return effects
            }
            unnoted.removeFirst()
        }
        return nil
    }

    /// What a store wrote behind a mark: what was read ahead, if it is of there.
    private func writes(
        of store: any SyncedStore, after mark: String?
    ) async throws -> (writes: [LocalWrite], mark: String?) {
        if let ahead, ahead.store == store.name, ahead.mark == mark {
            self.ahead = nil
            let read = try await ahead.reading.value
            // An edit is told as the store has it now: something newer may have come meanwhile.
            if read.writes.allSatisfy({ if case .event = $0 { true } else { false } }) { return read }
        }
        await forgetAhead()
        return try await store.writes(after: mark, limit: Self.portion)
    }

    /// Reads on in a store, once the replica has what is before the mark: a store may forget that when it is asked.
    private func readAhead(_ store: any SyncedStore, after mark: String) {
        let reading = Task { try await store.writes(after: mark, limit: Self.portion) }
        ahead = ReadAhead(store: store.name, mark: mark, reading: reading)
    }

    /// Waits until nothing is read ahead any more. It was not used, and is read again.
    private func forgetAhead() async {
        guard let reading = ahead?.reading else { return }
        ahead = nil
        reading.cancel()
        _ = await reading.result
    }

    /// Takes what is new until there is something to send.
    ///
    /// - Returns: What the engine asks for: that all is in sync, when there was nothing to send.
    private func noteUntilThereIsMore(_ device: inout SyncDevice) async throws -> [DeviceEffect] {
        while let effects = try await note(&device) {
            if effects.contains(where: { if case .send = $0 { true } else { false } }) { return effects }
            tell(report)
            try Task.checkCancellation()
        }
        return [.notice(.inSync)]
    }

    /// Gives the stores some of what came.
    ///
    /// - Returns: Whether there was anything.
    private func tellStores() async throws -> Bool {
        var isAnything = false
        for store in stores {
            let name = "taken." + store.name
            let collections = store.collections
            let taken = try await replica.mark(name).flatMap(Int64.init) ?? 0
            var news = try await replica.news(after: taken, limit: Self.piece)
            for turn in 1...(Self.portion / Self.piece) {
                guard let change = news.last?.change else { break }
                let isMore = turn < Self.portion / Self.piece && news.count == Self.piece
                async let following = isMore ? replica.news(after: change, limit: Self.piece) : []
                let ours = news.map(\.what).filter { collections.contains($0.collection) }
                if !ours.isEmpty { try await store.take(ours) }
                report.received += ours.count
                try await replica.setMark(name, to: String(change))
                isAnything = true
                tell(report)
                try Task.checkCancellation()
                news = try await following
            }
        }
        return isAnything
    }

    // MARK: The engine

    private func ending(_ effects: [DeviceEffect], _ device: SyncDevice) -> SyncEnding? {
        switch device.session.phase {
        case .frozen: return .frozen
        case .paused where device.session.failures >= patience: return .unreachable
        default: return effects.contains(.notice(.inSync)) ? .inSync : nil
        }
    }

    private func go(on device: inout SyncDevice, _ effects: [DeviceEffect]) async throws -> [DeviceEffect] {
        let request = effects.reversed().lazy.compactMap { effect -> SyncRequest? in
            if case .send(let request) = effect { request } else { nil }
        }.first
        guard let request else {
            let wakes = effects.compactMap { if case .wake(let moment) = $0 { moment } else { nil } }
            return try await step(&device, [try await pause(until: wakes.last ?? clock.monotonic + 1000)])
        }
        report.requests += 1
        // The hub works, and so do the stores: they take what came before while the replica takes what comes.
        async let answered = answer(to: request)
        async let told = tellStores()
        _ = try await note(&device)
        let input: DeviceInput
        switch await answered {
        case .success(let response):
            count(response)
            report.isCutOff = false
            input = .answered(response)
        case .failure(let trouble):
            report.trouble = trouble.words
            report.isCutOff = trouble.isUnreachable
            input = .failed(request.id, trouble.failure)
        }
        let effects = try await step(&device, [input])
        _ = try await told
        return effects
    }

    /// How often it is asked whether the hub can be reached again, in milliseconds.
    private static let probing: UInt64 = 1000

    /// Waits until a moment, or until the hub that could not be reached can be.
    private func pause(until moment: UInt64) async throws -> DeviceInput {
        while report.isCutOff, clock.monotonic + Self.probing < moment {
            try await clock.sleep(until: clock.monotonic + Self.probing)
            guard await link.isReachable() else { continue }
            report.isCutOff = false
            return .networkBack
        }
        try await clock.sleep(until: moment)
        return .tick
    }

    private func answer(to request: SyncRequest) async -> Result<SyncResponse, SyncTrouble> {
        do throws(SyncTrouble) {
            return .success(try await link.answer(to: request))
        } catch {
            return .failure(error)
        }
    }

    private func count(_ response: SyncResponse) {
        switch response.body {
        case .pushed(let results):
            report.pushed += results.count {
                switch $0 {
                case .stored, .storedAsIs: true
                case .conflict, .ahead, .rejected: false
                }
            }
        case .page(let page): report.pulled += page.entries.count
        case .welcome, .refused: break
        }
    }

    /// Steps of the engine and their changes, in one transaction.
    private func step(
        _ device: inout SyncDevice, _ inputs: [DeviceInput], marks: [String: String] = [:]
    ) async throws -> [DeviceEffect] {
        let moment = SyncMoment(monotonic: clock.monotonic, wall: clock.wall, dice: dice())
        let outcome = try await replica.step(device, inputs, at: moment, marks: marks)
        device = outcome.device
        for case .notice(let notice) in outcome.effects {
            switch notice {
            case .kept: report.kept += 1
            case .rejected: report.rejected += 1
            default: break
            }
        }
        return outcome.effects
    }
}
