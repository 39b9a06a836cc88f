import IlkTransport
import IlkStore
import IlkSync
import IlkSyncStore

extension CloudKitLink {
    /// Answers `hello`: registers the device in the zone and returns the zone's epoch.
    ///
    /// The zone's marker record holds the epoch, a random number. A zone that was deleted and created again
    /// therefore has a new epoch. Each device also has a marker record, which holds its current
    /// `Incarnation`.
    func greet(
        _ request: SyncRequest, _ predecessors: [Incarnation]
    ) async throws(CloudKitError) -> [EpochStart] {
        let user = try await client.caller()
        let known = try await kept { try await self.ledger.head() }.account
        guard known.isEmpty || known == user else {
            // Records of one user must never reach another user's iCloud.
            throw .error(
                SyncLinkError(.unauthorized, "the records on this device belong to another iCloud user"))
        }
        let name = CloudKitRecord.deviceName(request.device)
        for _ in 0..<limits.rounds {
            let found = try await markers([CloudKitRecord.zoneName, name])
            var operations: [CloudKitWire.Operation] = []
            var epoch = found[CloudKitRecord.zoneName].flatMap { CloudKitRecord.counter($0, "epoch") }
            if epoch == nil {
                let drawn = max(1, randomBits())
                operations.append(
                    Self.operation(
                        CloudKitRecord.counter(
                            CloudKitRecord.zoneName, type: CloudKitRecord.zoneType, "epoch", drawn),
                        over: found[CloudKitRecord.zoneName]))
                epoch = drawn
            }
            let life = found[name].flatMap { CloudKitRecord.counter($0, "life") }.map { Incarnation($0) }
            if let life, life != request.id.incarnation, !predecessors.contains(life) {
                throw .refused(.identityTaken)
            }
            if life != request.id.incarnation {
                operations.append(
                    Self.operation(
                        CloudKitRecord.counter(
                            name, type: CloudKitRecord.deviceType, "life", request.id.incarnation.number),
                        over: found[name]))
            }
            guard try await execute(operations), let epoch else { continue }
            try await settle(epoch, user, request)
            return [EpochStart(epoch: epoch, head: 0)]
        }
        throw .error(SyncLinkError(.busy(after: nil), "other devices are registering with iCloud"))
    }

    /// Returns the operation that creates a record or replaces its old version.
    private static func operation(
        _ record: CloudKitWire.Record, over old: CloudKitWire.Record?
    ) -> CloudKitWire.Operation {
        var record = record
        record.recordChangeTag = old?.recordChangeTag
        return CloudKitWire.Operation(operationType: old == nil ? "create" : "replace", record: record)
    }

    /// Returns the marker records with these names, creating the zone if it is missing.
    private func markers(_ names: [String]) async throws(CloudKitError) -> [String: CloudKitWire.Record] {
        do throws(CloudKitError) {
            return try await lookUp(for: names).filter { $0.value.serverErrorCode == nil }
        } catch {
            guard case .refused(.otherEpoch) = error, client.hasZones else { throw error }
            let zone = CloudKitWire.ModifyZones.Operation.Zone(zoneID: client.zone)
            let made = try await ask(
                "zones/modify",
                CloudKitWire.ModifyZones(operations: [.init(operationType: "create", zone: zone)]),
                as: CloudKitWire.Zones.self)
            for zone in made.zones {
                guard let code = zone.serverErrorCode else { continue }
                throw CloudKitClient.fault(code, zone.retryAfter) ?? .whole(code)
            }
            return [:]
        }
    }

    /// Sends the operations in one request, which is atomic in a database with custom zones.
    ///
    /// - Returns: `false` if CloudKit rejected an operation, usually because another device wrote first.
    private func execute(_ operations: [CloudKitWire.Operation]) async throws(CloudKitError) -> Bool {
        if operations.isEmpty { return true }
        let answer: CloudKitWire.Records
        do throws(CloudKitError) {
            answer = try await ask(
                "records/modify",
                CloudKitWire.Modify(operations: operations, zoneID: client.zone, atomic: client.hasZones))
        } catch {
            guard case .whole = error else { throw error }
            return false
        }
        for record in answer.records {
            guard let code = record.serverErrorCode else { continue }
            if let fault = CloudKitClient.fault(code, record.retryAfter) { throw fault }
            return false
        }
        return answer.records.count == operations.count
    }

    /// Clears the ledger and stores the epoch, unless both the ledger and the device already have this epoch.
    /// Otherwise the sequence numbers of the ledger belong to another zone or hub.
    private func settle(_ epoch: UInt64, _ user: String, _ request: SyncRequest) async throws(CloudKitError) {
        var head = try await kept { try await self.ledger.head() }
        guard head.epoch != epoch || request.epoch != epoch else { return }
        head.epoch = epoch
        head.account = user
        var change = LedgerChange(head: head)
        change.replacesAll = true
        let settled = change
        try await kept { try await self.ledger.commit(settled) }
    }
}
