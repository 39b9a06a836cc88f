import IlkTraining
import FoundationEssentials
import IlkLearning
import IlkModels
import IlkVocabulary

/// What was counted of a log, as it is kept to go on from: which text counts as what, and the counts.
struct CountedLog: Sendable {
    /// The digest of the model that the counts are for.
    var base: String
    /// How it was counted.
    var trace: RetrainingTrace
    /// For how many rows and corrections the weights were found.
    var found: Found
    /// The category of each text that people said something of, and that was learned.
    var learned: [ContentDigest: Int]
    /// The texts that are evidence, and of what kind.
    var evidence: [UInt64: TrustedCounts.Evidence]
    /// The counts.
    var counts: TrustedCounts
    /// The digest of the model that was made of the counts; nil when none was.
    var model: String?
    /// The digest of the model in whose place that one is, without texts that were erased; nil when it is in nobody's.
    var unlearnedFrom: String?

    struct Found: Sendable, Hashable, Codable {
        var rows: Int
        var corrections: Int
    }
}

extension CountedLog {
    /// How it was counted, without what was: nothing goes on from it.
    var withoutWords: CountedLog {
        CountedLog(
            base: "", trace: trace, found: found, learned: [:], evidence: [:],
            counts: TrustedCounts(taxonomy: counts.taxonomy, families: counts.families))
    }
}

extension CountedLog {
    private struct Head: Codable {
        var form: Int
        var base: String
        var trace: RetrainingTrace
        var found: Found
        var learned: [String: Int]
        var families: [FeatureFamily]
        var categories: [String]
        var texts: [Int]
        var evidence: Int
        var model: String?
        var unlearnedFrom: String?
    }

    /// The digest of all that follows it, the length of the head, the head, the texts that are evidence, the counts.
    func bytes() throws -> [UInt8] {
        let head = Head(
            form: 1, base: base, trace: trace, found: found,
            learned: Dictionary(uniqueKeysWithValues: learned.map { ($0.key.description, $0.value) }),
            families: counts.families, categories: counts.taxonomy.categories.map(\.rawValue),
            texts: counts.texts, evidence: evidence.count, model: model, unlearnedFrom: unlearnedFrom)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = try encoder.encode(head)
        var body: [UInt8] = []
        body.append(littleEndian: UInt64(json.count))
        body += json
        for (key, kind) in evidence.sorted(by: { $0.key < $1.key }) {
            body.append(littleEndian: key)
            body.append(UInt8(kind.rawValue))
        }
        body += counts.bytes
        return ContentDigest(of: body).bytes + body
    }

    /// Reads what ``bytes()`` wrote; nil when it is damaged or of another program.
    init?(_ bytes: [UInt8], taxonomy: Taxonomy) {
        guard bytes.count > 40, ContentDigest(bytes: bytes[..<32]) == ContentDigest(of: bytes[32...]) else {
            return nil
        }
        let length = Int(truncatingIfNeeded: Self.number(bytes, at: 32))
        guard length > 0, length <= bytes.count - 40,
            let head = Self.head(bytes[40..<40 + length]),
            head.form == 1, head.categories == taxonomy.categories.map(\.rawValue),
            (0...(bytes.count - 40 - length) / 9).contains(head.evidence)
        else { return nil }
        var position = 40 + length
        var evidence: [UInt64: TrustedCounts.Evidence] = [:]
        evidence.reserveCapacity(head.evidence)
        for _ in 0..<head.evidence {
            evidence[Self.number(bytes, at: position)] = TrustedCounts.Evidence(
                rawValue: Int(bytes[position + 8]))
            position += 9
        }
        let counts = try? TrustedCounts(  // As above.
            bytes: bytes[position...], taxonomy: taxonomy, families: head.families, texts: head.texts)
        guard let counts else { return nil }
        var learned: [ContentDigest: Int] = [:]
        for (digest, category) in head.learned {
            guard let digest = ContentDigest(digest), taxonomy.categories.indices.contains(category) else {
                return nil
            }
            learned[digest] = category
        }
        self.init(
            base: head.base, trace: head.trace, found: head.found, learned: learned,
            evidence: evidence, counts: counts, model: head.model, unlearnedFrom: head.unlearnedFrom)
    }

    private static func head(_ json: ArraySlice<UInt8>) -> Head? {
        try? JSONDecoder().decode(Head.self, from: Data(json))  // What cannot be read is counted anew.
    }

    private static func number(_ bytes: [UInt8], at start: Int) -> UInt64 {
        (0..<8).reduce(0) { $0 | UInt64(bytes[start + $1]) << (8 * UInt64($1)) }
    }
}
