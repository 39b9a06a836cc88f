import IlkTraining
import FoundationEssentials
import IlkLearning
import IlkModels
import IlkVocabulary

/// The counts of a log, with the label of each text, so that a later retraining can continue from them.
struct LogCounts: Sendable {
    /// The digest of the base model.
    var base: String
    /// The settings of the counting.
    var trace: RetrainingTrace
    /// The size of the log when the weights of unlabeled texts were chosen.
    var found: Found
    /// The index of the human label of each learned text.
    var learned: [ContentDigest: Int]
    /// The age of each learned text whose age is not 0, in quarters of the half-life.
    var ages: [ContentDigest: Int] = [:]
    /// The unlabeled texts that were counted, by ``TextKey``, with the source of their label: rules or the
    /// base model.
    var evidence: [UInt64: RetrainingCounts.Evidence]
    var counts: RetrainingCounts
    /// The digest of the model made from the counts, or `nil`.
    var model: String?
    /// The digest of the earlier model that ``model`` replaced to unlearn erased texts, or `nil`.
    var unlearnedFrom: String?

    struct Found: Sendable, Hashable, Codable {
        var rows: Int
        var corrections: Int
    }
}

extension LogCounts {
    /// The settings without counts. A retraining cannot continue from them.
    var withoutWords: LogCounts {
        LogCounts(
            base: "", trace: trace, found: found, learned: [:], evidence: [:],
            counts: RetrainingCounts(taxonomy: counts.taxonomy, featureGroups: counts.featureGroups))
    }
}

extension LogCounts {
    private struct Head: Codable {
        var form: Int
        var base: String
        var trace: RetrainingTrace
        var found: Found
        var learned: [String: Int]
        /// Omitted if all ages are 0, as in files of earlier releases.
        var ages: [String: Int]?
        var featureGroups: [FeatureGroup]
        var categories: [String]
        var texts: [Int]
        var evidence: Int
        var model: String?
        var unlearnedFrom: String?

        /// The names of the fields in the file.
        private enum CodingKeys: String, CodingKey {
            case form, base, trace, found, learned, ages, categories, texts, evidence, model, unlearnedFrom
            case featureGroups = "families"
        }
    }

    /// Returns the encoded counts: a digest of all following bytes, the length of the head, the head as JSON,
    /// the unlabeled texts, and the feature counts.
    func bytes() throws -> [UInt8] {
        let head = Head(
            form: 1, base: base, trace: trace, found: found,
            learned: Dictionary(uniqueKeysWithValues: learned.map { ($0.key.description, $0.value) }),
            ages: ages.isEmpty
                ? nil : Dictionary(uniqueKeysWithValues: ages.map { ($0.key.description, $0.value) }),
            featureGroups: counts.featureGroups, categories: counts.taxonomy.categories.map(\.rawValue),
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

    /// Decodes ``bytes()``. Returns `nil` if the bytes are damaged or have another format.
    ///
    /// - Parameter name: The name of the taxonomy. The labels come from the file.
    init?(_ bytes: [UInt8], taxonomy name: String) {
        guard bytes.count > 40, ContentDigest(bytes: bytes[..<32]) == ContentDigest(of: bytes[32...]) else {
            return nil
        }
        let length = Int(truncatingIfNeeded: Self.number(bytes, at: 32))
        guard length > 0, length <= bytes.count - 40,
            let head = Self.head(bytes[40..<40 + length]),
            head.form == 1,
            (0...(bytes.count - 40 - length) / 9).contains(head.evidence)
        else { return nil }
        let taxonomy = Taxonomy(name: name, categories: head.categories.map { Category($0) })
        var position = 40 + length
        var evidence: [UInt64: RetrainingCounts.Evidence] = [:]
        evidence.reserveCapacity(head.evidence)
        for _ in 0..<head.evidence {
            evidence[Self.number(bytes, at: position)] = RetrainingCounts.Evidence(
                rawValue: Int(bytes[position + 8]))
            position += 9
        }
        let counts = try? RetrainingCounts(  // Damaged.
            bytes: bytes[position...], taxonomy: taxonomy, featureGroups: head.featureGroups,
            texts: head.texts)
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
        for (digest, age) in head.ages ?? [:] {
            guard let digest = ContentDigest(digest), AgeDiscount.isAge(age) else { return nil }
            ages[digest] = age
        }
    }

    private static func head(_ json: ArraySlice<UInt8>) -> Head? {
        try? JSONDecoder().decode(Head.self, from: Data(json))  // Unreadable: recounted.
    }

    private static func number(_ bytes: [UInt8], at start: Int) -> UInt64 {
        (0..<8).reduce(0) { $0 | UInt64(bytes[start + $1]) << (8 * UInt64($1)) }
    }
}
