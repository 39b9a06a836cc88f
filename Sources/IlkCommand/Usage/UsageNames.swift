import IlkDomains
import IlkVocabulary

/// What devices and caregivers are called.
struct UsageNames {
    private let devices: [RecordID: String]
    private let caregivers: [RecordID: String]

    /// The names in a store.
    init(_ store: UsageStore) async throws {
        devices = Dictionary(
            try await store.devices().map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        caregivers = Dictionary(
            try await store.caregivers().map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    }

    /// A device's name, or the end of its key.
    func device(_ id: RecordID?) -> String {
        id.map { devices[$0] ?? String($0.description.suffix(8)) } ?? ""
    }

    /// A caregiver's name, or the end of their key; a dash for nobody.
    func caregiver(_ id: RecordID?) -> String {
        id.map { caregivers[$0] ?? String($0.description.suffix(8)) } ?? "-"
    }
}
