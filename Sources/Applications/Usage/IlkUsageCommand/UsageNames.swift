import IlkUsage
import IlkVocabulary

/// What devices and caregivers are called.
struct UsageNames {
    private let devices: [RecordID: String]
    private let caregivers: [RecordID: String]

    /// The names in a store.
    init(_ store: UsageStore) async throws {
        devices = Self.names(try await store.devices().map { ($0.id, $0.name) })
        caregivers = Self.names(try await store.caregivers().map { ($0.id, $0.name) })
    }

    /// Of two that share a name, as two devices that were named before they knew of each other may, each has the end of its
    /// key behind it.
    static func names(_ all: [(id: RecordID, name: String)]) -> [RecordID: String] {
        let counts = Dictionary(all.map { ($0.name, 1) }, uniquingKeysWith: +)
        let named = all.map { id, name in
            (id, counts[name] == 1 ? name : "\(name) (\(id.description.suffix(8)))")
        }
        return Dictionary(named, uniquingKeysWith: { first, _ in first })
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
