public import FoundationEssentials
import IlkVocabulary

/// A change in the history of a registry.
public struct RegistryRecord: Sendable, Hashable, Codable {
    /// The type of a change.
    public enum ChangeType: String, Sendable, Codable {
        /// A version was activated.
        case promote
        /// The previous version was activated again.
        case rollback
        /// A version was deleted.
        case remove
        /// A version was imported.
        case `import`
    }

    /// The number of the record, counting from 1.
    public var number: Int
    /// The type of the change.
    public var act: ChangeType
    /// The changed version. For promotions and rollbacks it is the new active version, which may be `none`.
    public var version: String
    /// The digest of the version's model. It is empty for `none`.
    public var digest: String
    /// The previously active version, or `none` if no model was active. It is `nil` for changes that do not
    /// affect the active version. Records of earlier releases also have `nil` instead of `none`.
    public var before: String?
    /// The author of the change.
    public var who: String
    /// The reason for the change, or `nil`.
    public var why: String?
    private var time: String

    private enum CodingKeys: String, CodingKey {
        case number, act, version, digest, before, who, why
        case time = "when"
    }

    /// The time of the change, to the millisecond.
    public var when: Date { TimeText.date(time) ?? Date(timeIntervalSince1970: 0) }

    init(
        _ act: ChangeType, _ version: String, number: Int, digest: String, before: String? = nil,
        _ signature: ChangeAuthor
    ) {
        self.number = number
        self.act = act
        self.version = version
        self.digest = digest
        self.before = before
        time = TimeText.text(signature.when)
        who = signature.who
        why = signature.why
    }

    /// `true` if the record changed the active version.
    public var changesActiveVersion: Bool { act == .promote || act == .rollback }

    /// Returns the record as a line of JSON, with its line feed.
    func line() throws(RegistryError) -> [UInt8] {
        do {
            return Array(try JSONEncoder.deterministic().encode(self)) + [0x0A]
        } catch {
            throw RegistryError(.cannotWrite, "a line of the history cannot be written as JSON")
        }
    }

    init?(line: some Sequence<UInt8>) {
        let record = try? JSONDecoder().decode(Self.self, from: Data(line))  // A damaged line is no record.
        guard let record, VersionName.isValid(record.version), TimeText.date(record.time) != nil else {
            return nil
        }
        self = record
    }
}
