import FoundationEssentials
import GRDB
import IlkStore
public import IlkVocabulary

extension UsageStore {
    /// Returns all devices, sorted by name.
    ///
    /// - Throws: `StoreError` if the database fails.
    public func devices() async throws -> [UsageDevice] {
        try await store.read { try Self.devices(in: $0) }
    }

    /// Returns all caregivers, sorted by name.
    ///
    /// - Throws: `StoreError` if the database fails.
    public func caregivers() async throws -> [CaregiverProfile] {
        try await store.read { try Self.caregivers(in: $0) }
    }

    static func devices(in database: Database) throws -> [UsageDevice] {
        try read("SELECT key, account, installation, name FROM usageDevice ORDER BY name, key", in: database)
        {
            UsageDevice(
                id: try UsageRow.id($0, 0), accountID: try $0.text(1), installationID: try $0.text(2) ?? "",
                name: try $0.text(3) ?? "")
        }
    }

    static func caregivers(in database: Database) throws -> [CaregiverProfile] {
        try read("SELECT key, name, role FROM usageCaregiver ORDER BY name, key", in: database) {
            CaregiverProfile(id: try UsageRow.id($0, 0), name: try $0.text(1) ?? "", role: try $0.text(2))
        }
    }

    static func notes(in database: Database) throws -> [UsageSessionNote] {
        try read("SELECT key, title, place FROM usageSessionNote ORDER BY key", in: database) {
            UsageSessionNote(id: try UsageRow.id($0, 0), title: try $0.text(1), place: try $0.text(2))
        }
    }

    private static func read<Value>(
        _ sql: String, in database: Database, _ value: (RawStatement) throws -> Value
    ) throws -> [Value] {
        let rows = try RawStatement(sql, on: database)
        defer { rows.reset() }
        var values: [Value] = []
        while try rows.step() { values.append(try value(rows)) }
        return values
    }

    /// Returns the device with a name, a key, or the last characters of a key.
    ///
    /// - Parameter name: The name, ignoring case, or at least the last 8 characters of the key.
    /// - Throws: ``UsageError/notFound(_:reference:)``, ``UsageError/ambiguous(_:reference:count:)``, or
    ///   `StoreError` if the database fails.
    public func device(named name: String) async throws -> UsageDevice {
        try Self.one(of: try await devices(), name, "device", id: \.id, name: \.name)
    }

    /// Returns the caregiver with a name, a key, or the last characters of a key.
    ///
    /// - Parameter name: The name, ignoring case, or at least the last 8 characters of the key.
    /// - Throws: ``UsageError/notFound(_:reference:)``, ``UsageError/ambiguous(_:reference:count:)``, or
    ///   `StoreError` if the database fails.
    public func caregiver(named name: String) async throws -> CaregiverProfile {
        try Self.one(of: try await caregivers(), name, "caregiver", id: \.id, name: \.name)
    }

    private static func one<Value>(
        of all: [Value], _ name: String, _ what: String, id: (Value) -> RecordID, name text: (Value) -> String
    ) throws -> Value {
        let form = folded(name)
        var found = all.filter { folded(text($0)) == form }
        if found.isEmpty, name.utf8.count >= 8 {
            found = all.filter { id($0).description.hasSuffix(name.uppercased()) }
        }
        return try one(of: found, what, reference: name)
    }

    /// Returns the only element of an array. Throws ``UsageError`` if the array is empty or has several
    /// elements. The error names the type of element (`what`, for example `device`) and the `reference`.
    static func one<Value>(of found: [Value], _ what: String, reference: String) throws -> Value {
        guard let one = found.first else { throw UsageError.notFound(what, reference: reference) }
        guard found.count == 1 else {
            throw UsageError.ambiguous(what + "s", reference: reference, count: found.count)
        }
        return one
    }

    static func folded(_ name: String) -> String { name.lowercased() }

    /// Returns the device of this installation. Creates the device if it does not exist.
    ///
    /// - Parameter name: The name for a new device. If another device has this name, a number is appended.
    /// - Throws: `StoreError` if the database fails.
    public func thisDevice(creatingNamed name: String) async throws -> UsageDevice {
        let fresh = UsageDevice(id: ids.next(), installationID: ids.next().description, name: name)
        return try await store.write { database in
            if let key = try Self.mark("device", in: database),
                let known = try Self.devices(in: database).first(where: { $0.id.description == key })
            {
                return known
            }
            var fresh = fresh
            fresh.name = Self.free(name, among: try Self.devices(in: database).map(\.name))
            try Self.put(.device(fresh), payload: nil, in: database)
            try Self.setMark("device", to: fresh.id.description, in: database)
            return fresh
        }
    }

    /// Returns a name, with a number appended if the name is in use. A second installation on one host is a
    /// separate device and thus gets a different name.
    private static func free(_ name: String, among others: [String]) -> String {
        let taken = Set(others.map(folded))
        if !taken.contains(folded(name)) { return name }
        let numbered = (2...taken.count + 2).lazy.map { "\(name) \($0)" }
        return numbered.first { !taken.contains(folded($0)) } ?? name
    }

    /// Renames the device of this installation if an older device has the same name. Two devices can choose
    /// equal names before their first sync; the older device keeps its name. The new name ends with
    /// characters of the key, because several devices may be renamed before they sync with each other.
    static func makeOwnNameUnique(in database: Database) throws {
        let devices = try devices(in: database)
        guard let key = try mark("device", in: database),
            var own = devices.first(where: { $0.id.description == key })
        else { return }
        let others = devices.filter { $0.id != own.id }
        // Keys are ordered by the time of their creation.
        guard others.contains(where: { folded($0.name) == folded(own.name) && $0.id < own.id }) else {
            return
        }
        own.name = free("\(own.name) \(own.id.description.suffix(4))", among: others.map(\.name))
        try put(.device(own), payload: nil, in: database)
    }

    /// Returns the devices whose identity this installation can adopt after a reinstallation: all devices but
    /// the device of this installation. Devices with the given name come first.
    ///
    /// - Parameter name: The name that the device probably had, such as the name of the host.
    /// - Throws: `StoreError` if the database fails.
    public func adoptableDevices(probablyNamed name: String) async throws -> [UsageDevice] {
        let own = try await mark("device")
        let others = try await devices().filter { $0.id.description != own }
        let isProbable = { (device: UsageDevice) in Self.folded(device.name) == Self.folded(name) }
        return others.filter(isProbable) + others.filter { !isProbable($0) }
    }

    /// Returns ``adoptableDevices(probablyNamed:)`` on the first call, and an empty array on later calls.
    /// After the first completed sync, an app can ask the user if one of these devices is the device on which
    /// the app was reinstalled.
    ///
    /// - Parameter name: The name that the device probably had, such as the name of the host.
    /// - Throws: `StoreError` if the database fails.
    public func devicesToOffer(probablyNamed name: String) async throws -> [UsageDevice] {
        guard try await mark("devicesOffered") == nil else { return [] }
        let devices = try await adoptableDevices(probablyNamed: name)
        try await store.write { try Self.setMark("devicesOffered", to: "1", in: $0) }
        return devices
    }

    /// Gives this installation the identity of a stored device, for example after the app was reinstalled.
    /// The device that was created for this installation is deleted if it has no events.
    ///
    /// - Parameter device: The device to adopt. The device gets a new installation id.
    /// - Throws: ``UsageError/notFound(_:reference:)``, or `StoreError` if the database fails.
    public func adopt(_ device: UsageDevice) async throws {
        let installation = ids.next().description
        try await store.write { database in
            guard var known = try Self.devices(in: database).first(where: { $0.id == device.id }) else {
                throw UsageError.notFound("device", reference: device.name)
            }
            known.installationID = installation
            try Self.put(.device(known), payload: nil, in: database)
            if let fresh = try Self.mark("device", in: database).flatMap({ RecordID($0) }), fresh != known.id
            {
                try database.execute(
                    sql: """
                        DELETE FROM usageDevice
                        WHERE key = ?1 AND NOT EXISTS (SELECT 1 FROM usageEvent WHERE device = ?1)
                        """, arguments: [Data(fresh.bytes)])
            }
            try Self.setMark("device", to: known.id.description, in: database)
        }
    }

    /// Returns the key of the active caregiver, or `nil` if no caregiver is active.
    ///
    /// - Throws: `StoreError` if the database fails.
    public func activeCaregiver() async throws -> RecordID? {
        try await mark("caregiver").flatMap { RecordID($0) }
    }

    /// Sets the active caregiver of the store.
    ///
    /// - Parameter id: The key of the caregiver, or `nil` if no caregiver is active.
    /// - Throws: `StoreError` if the database fails.
    public func setActiveCaregiver(_ id: RecordID?) async throws {
        try await store.write { try Self.setMark("caregiver", to: id?.description, in: $0) }
    }

    /// Inserts or replaces a device, caregiver or session note.
    ///
    /// - Parameter record: The record.
    /// - Throws: ``UsageError/nameInUse(_:)``, ``UsageError/invalid(_:)`` for an empty name, or `StoreError`
    ///   if the database fails.
    public func save(_ record: UsageRecord) async throws {
        try await store.write { database in
            let named: (String, [(RecordID, String)])? =
                switch record {
                case .device(let device):
                    (device.name, try Self.devices(in: database).map { ($0.id, $0.name) })
                case .caregiver(let profile):
                    (profile.name, try Self.caregivers(in: database).map { ($0.id, $0.name) })
                case .event, .session, .correction: nil
                }
            if let (name, others) = named {
                guard !name.isEmpty else { throw UsageError.invalid(["name: must not be empty"]) }
                if others.contains(where: { $0.0 != record.id && Self.folded($0.1) == Self.folded(name) }) {
                    throw UsageError.nameInUse(name)
                }
            }
            try Self.put(record, payload: nil, in: database)
        }
    }

    /// Deletes a caregiver. Events of the caregiver are kept, and still contain the key of the caregiver.
    ///
    /// - Parameter id: The key of the caregiver.
    /// - Throws: `StoreError` if the database fails.
    public func removeCaregiver(_ id: RecordID) async throws {
        try await store.write { database in
            try database.execute(sql: "DELETE FROM usageCaregiver WHERE key = ?", arguments: [Data(id.bytes)])
            if try Self.mark("caregiver", in: database) == id.description {
                try Self.setMark("caregiver", to: nil, in: database)
            }
        }
    }

    /// Inserts or replaces a record. An existing event is never replaced.
    static func put(_ record: UsageRecord, payload: [UInt8]?, in database: Database) throws {
        let texts: [String?]
        switch record {
        case .event(let event): return try UsageRowWriter(database).write(event, payload: payload)
        case .device(let device): texts = [device.accountID, device.installationID, device.name]
        case .caregiver(let profile): texts = [profile.name, profile.role]
        case .session(let note): texts = [note.title, note.place]
        case .correction: preconditionFailure("corrections are written by UsageInserter")
        }
        let marks = Array(repeating: "?", count: texts.count + 2).joined(separator: ", ")
        let insert = try RawStatement(
            "INSERT OR REPLACE INTO \(record.table) VALUES (\(marks))", on: database)
        insert.bind(record.id)
        for (place, text) in texts.enumerated() { insert.bind(text, at: Int32(place + 2)) }
        let last = Int32(texts.count + 2)
        payload.bind(to: insert, at: last)
        try insert.run()
    }
}
