package import IlkSync

/// A hub and some devices on a reliable network, for tests of a single behavior.
package struct SyncBench {
    package struct Device {
        package var device: SyncDevice
        package var replica = MemoryReplica()
        package var wallSkew: Int64 = 0
        package var notices: [SyncNotice] = []
        package var requests: [SyncRequest] = []
        package var wake: UInt64?
    }

    package static let start: Int64 = 1_800_000_000_000
    package var hub = HubEngine()
    package var engine = DeviceEngine()
    package var account = HubAccount()
    package var records = MemoryHub()
    package var epoch: UInt64 = 1
    package var now: UInt64 = 0
    package var dice: UInt64 = 1000
    package var devices: [Device] = []
    /// `false` if requests stay unanswered.
    package var isOnline = true

    package init(devices count: Int, engine: DeviceEngine = DeviceEngine(), hub: HubEngine = HubEngine()) {
        self.engine = engine
        self.hub = hub
        for number in 0..<count {
            devices.append(
                Device(device: SyncDevice(state: DeviceState(device: DeviceID(UInt64(number + 1))))))
        }
    }

    /// Processes an input and answers its requests until no request remains.
    package mutating func give(_ input: DeviceInput, to index: Int) {
        var next: DeviceInput? = input
        while let input = next {
            next = nil
            for effect in step(input, index) {
                switch effect {
                case .change(let change): devices[index].replica.apply([change])
                case .notice(let notice): devices[index].notices.append(notice)
                case .wake(let moment): devices[index].wake = moment
                case .send(let request):
                    devices[index].requests.append(request)
                    if isOnline { next = .answered(answer(request)) }
                }
            }
        }
    }

    private mutating func step(_ input: DeviceInput, _ index: Int) -> [DeviceEffect] {
        dice += 1
        let moment = SyncMoment(
            monotonic: now, wall: Self.start + Int64(now) + devices[index].wallSkew, randomBits: dice)
        return engine.step(&devices[index].device, input, at: moment, in: devices[index].replica)
    }

    package mutating func answer(_ request: SyncRequest) -> SyncResponse {
        let outcome = hub.step(&account, request, at: Self.start + Int64(now), epoch: epoch, in: records)
        records.apply(outcome.changes)
        return outcome.response
    }

    /// Advances the time and lets every device poll.
    package mutating func pass(_ milliseconds: UInt64) {
        now += milliseconds
        for index in devices.indices { give(.tick, to: index) }
    }

    /// Advances the time until all devices have the hub's records.
    package mutating func settle() { for _ in 0..<4 { pass(100_000) } }

    package mutating func edit(_ key: SyncKey, _ text: String, on index: Int) {
        give(.write(.edit(key: key, collection: "profiles", payload: Array(text.utf8))), to: index)
    }

    package func text(_ key: SyncKey, on index: Int) -> String? {
        devices[index].replica.entry(key)?.record.payload.map { String(decoding: $0, as: UTF8.self) }
    }

    package func losers(on index: Int) -> [String] {
        devices[index].replica.all.compactMap {
            $0.record.lostValue.map { String(decoding: $0.payload, as: UTF8.self) }
        }
    }
}
