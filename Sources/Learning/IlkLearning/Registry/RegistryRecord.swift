public import FoundationEssentials
import IlkVocabulary

/// One line of the registry's history: what was done, by whom, when and why.
public struct RegistryRecord: Sendable, Hashable, Codable {
    /// What was done.
    public enum Act: String, Sendable, Codable {
        /// A version was made the one in use.
        case promote
        /// The one before it was made the one in use again.
        case rollback
        /// A version was deleted.
        case remove
        /// A version was brought from elsewhere.
        case `import`
    }

    /// Its number: from 1, one more each time.
    public var number: Int
    /// What was done.
    public var act: Act
    /// To which version: of promoting and rolling back the one in use from then on, `none` when none is.
    public var version: String
    /// The digest of its model; empty of `none`.
    public var digest: String
    /// What was in use before, `none` when no model was; nil for acts that leave it as it is. Programs before this one wrote
    /// nil where no model was.
    public var before: String?
    /// Who did it.
    public var who: String
    /// Why; nil when no reason was given.
    public var why: String?
    private var time: String

    private enum CodingKeys: String, CodingKey {
        case number, act, version, digest, before, who, why
        case time = "when"
    }

    /// When: to the millisecond.
    public var when: Date { TimeText.date(time) ?? Date(timeIntervalSince1970: 0) }

    /// A record of these parts.
    init(
        _ act: Act, _ version: String, number: Int, digest: String, before: String? = nil,
        _ signature: RegistrySignature
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

    /// Whether another version was in use from then on.
    public var isOfUse: Bool { act == .promote || act == .rollback }

    /// The record as one line of JSON, ended by a line feed.
    func line() throws(RegistryError) -> [UInt8] {
        do {
            return Array(try RegistryJSON.encoder(isPretty: false).encode(self)) + [0x0A]
        } catch {
            throw RegistryError(.cannotWrite, "a line of the history cannot be written as JSON")
        }
    }

    /// The record in a line, or nil when it is none.
    init?(line: some Sequence<UInt8>) {
        let record = try? JSONDecoder().decode(Self.self, from: Data(line))  // Then it is none.
        guard let record, VersionName.isOne(record.version), TimeText.date(record.time) != nil else {
            return nil
        }
        self = record
    }
}

/// JSON as the registry writes it: keys in their order.
enum RegistryJSON {
    static func encoder(isPretty: Bool) -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        return encoder
    }
}
