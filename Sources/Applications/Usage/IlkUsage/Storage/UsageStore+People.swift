import FoundationEssentials
import GRDB
import IlkStore
public import IlkVocabulary

extension UsageStore {
    /// All devices, by name.
    ///
    /// - Throws: `StoreError`.
    public func devices() async throws -> [UsageDevice] {
        try await store.read { try Self.devices(in: $0) }
    }

    /// All caregivers, by name.
    ///
    /// - Throws: `StoreError`.
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

    /// The device of a name, or of a key, or of the end of a key.
    ///
    /// - Throws: ``UsageError/noSuch(_:)``, ``UsageError/ambiguous(_:count:)``, `StoreError`.
    public func device(named name: String) async throws -> UsageDevice {
        try Self.one(of: try await devices(), name, "device", id: \.id, name: \.name)
    }

    /// The caregiver of a name, or of a key, or of the end of a key.
    ///
    /// - Throws: ``UsageError/noSuch(_:)``, ``UsageError/ambiguous(_:count:)``, `StoreError`.
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
        return try one(of: found, what)
    }

    /// The only one of those that were found.
    static func one<Value>(of found: [Value], _ what: String) throws -> Value {
        guard let one = found.first else { throw UsageError.noSuch(what) }
        guard found.count == 1 else { throw UsageError.ambiguous(what + "s", count: found.count) }
        return one
    }

    static func folded(_ name: String) -> String { name.lowercased() }

    /// This installation's device; made with the name where there is none yet.
    ///
    /// - Throws: `StoreError`.
    public func thisDevice(makingNamed name: String) async throws -> UsageDevice {
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

    /// The name, with a number behind it where others have it: a second installation on one host is a device of its own.
    private static func free(_ name: String, among others: [String]) -> String {
        let taken = Set(others.map(folded))
        if !taken.contains(folded(name)) { return name }
        let numbered = (2...taken.count + 2).lazy.map { "\(name) \($0)" }
        return numbered.first { !taken.contains(folded($0)) } ?? name
    }

    /// Says that this installation is a device that is known already: the app was installed again, and the account has it.
    ///
    /// - Throws: ``UsageError/noSuch(_:)``, `StoreError`.
    public func adopt(_ device: UsageDevice) async throws {
        let installation = ids.next().description
        try await store.write { database in
            guard var known = try Self.devices(in: database).first(where: { $0.id == device.id }) else {
                throw UsageError.noSuch("device")
            }
            known.installationID = installation
            try Self.put(.device(known), payload: nil, in: database)
            try Self.setMark("device", to: known.id.description, in: database)
        }
    }

    /// The caregiver who is there now; nil when nobody is set.
    ///
    /// - Throws: `StoreError`.
    public func activeCaregiver() async throws -> RecordID? {
        try await mark("caregiver").flatMap { RecordID($0) }
    }

    /// Sets who is there from now on; nil for nobody.
    ///
    /// - Throws: `StoreError`.
    public func setActiveCaregiver(_ id: RecordID?) async throws {
        try await store.write { try Self.setMark("caregiver", to: id?.description, in: $0) }
    }

    /// Keeps a device, a caregiver, or what is said of a session: the last word counts.
    ///
    /// - Throws: ``UsageError/nameTaken(_:)``, ``UsageError/invalid(_:)``, `StoreError`.
    public func save(_ record: UsageRecord) async throws {
        try await store.write { database in
            let named: (String, [(RecordID, String)])? =
                switch record {
                case .device(let device):
                    (device.name, try Self.devices(in: database).map { ($0.id, $0.name) })
                case .caregiver(let profile):
                    (profile.name, try Self.caregivers(in: database).map { ($0.id, $0.name) })
                case .event, .session: nil
                }
            if let (name, others) = named {
                guard !name.isEmpty else { throw UsageError.invalid(["name: it is empty"]) }
                if others.contains(where: { $0.0 != record.id && Self.folded($0.1) == Self.folded(name) }) {
                    throw UsageError.nameTaken(name)
                }
            }
            try Self.put(record, payload: nil, in: database)
        }
    }

    /// Takes a caregiver away; events keep its key.
    ///
    /// - Throws: `StoreError`.
    public func removeCaregiver(_ id: RecordID) async throws {
        try await store.write { database in
            try database.execute(sql: "DELETE FROM usageCaregiver WHERE key = ?", arguments: [Data(id.bytes)])
            if try Self.mark("caregiver", in: database) == id.description {
                try Self.setMark("caregiver", to: nil, in: database)
            }
        }
    }

    /// Puts a record in the place of the one of its key. Events are written by ``UsageRowWriter``.
    static func put(_ record: UsageRecord, payload: [UInt8]?, in database: Database) throws {
        let texts: [String?]
        switch record {
        case .event(let event): return try UsageRowWriter(database).write(event, payload: payload)
        case .device(let device): texts = [device.accountID, device.installationID, device.name]
        case .caregiver(let profile): texts = [profile.name, profile.role]
        case .session(let note): texts = [note.title, note.place]
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
