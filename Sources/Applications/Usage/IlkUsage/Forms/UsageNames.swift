package import IlkVocabulary

/// The display names of devices and caregivers.
package struct UsageNames {
    private let devices: [RecordID: String]
    private let caregivers: [RecordID: String]

    package init(_ store: UsageStore) async throws {
        devices = Self.names(try await store.devices().map { ($0.id, $0.name) })
        caregivers = Self.names(try await store.caregivers().map { ($0.id, $0.name) })
    }

    /// Returns display names. If a name occurs more than once, the last characters of the key are appended to
    /// the name. Two devices can have the same name until they sync.
    package static func names(_ all: [(id: RecordID, name: String)]) -> [RecordID: String] {
        let counts = Dictionary(all.map { ($0.name, 1) }, uniquingKeysWith: +)
        let named = all.map { id, name in
            (id, counts[name] == 1 ? name : "\(name) (\(id.description.suffix(8)))")
        }
        return Dictionary(named, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the name of a device or, for an unknown device, the last characters of the key.
    package func device(_ id: RecordID?) -> String {
        id.map { devices[$0] ?? String($0.description.suffix(8)) } ?? ""
    }

    /// Returns the name of a caregiver or, for an unknown caregiver, the last characters of the key. Returns
    /// a dash for `nil`.
    package func caregiver(_ id: RecordID?) -> String {
        id.map { caregivers[$0] ?? String($0.description.suffix(8)) } ?? "-"
    }
}
