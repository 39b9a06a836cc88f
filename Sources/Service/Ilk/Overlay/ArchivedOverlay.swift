import IlkModels
import IlkVocabulary

/// The head of an overlay (`ResidualHead`) as a file of the archive. With this file, logged verdicts can be
/// explained.
///
/// The file consists of a magic line, the identifier of the log, the digests of the corrected texts, the
/// weights, and the SHA-256 digest of all preceding bytes.
struct ArchivedOverlay: Sendable, Hashable {
    /// The identifier of the log with the corrections.
    var log: String
    /// The digests of the corrected texts.
    var texts: [ContentDigest]
    var weights: HeadWeights

    private static let magic = "ilk overlay 1"

    init(log: String, texts: [ContentDigest], weights: HeadWeights) {
        self.log = log
        self.texts = texts
        self.weights = weights
    }

    /// Reads a file.
    ///
    /// - Throws: `FormatError` if the file is damaged or has another format.
    init(_ bytes: [UInt8]) throws(FormatError) {
        let end = bytes.count - 32
        guard end > 0, ContentDigest(of: bytes[..<end]).bytes == Array(bytes[end...]) else {
            throw FormatError(.malformed, at: 0, "the digest does not match the content")
        }
        var reader = CountReader(ModelStorage(copying: bytes), 0..<end)
        guard try reader.text() == Self.magic else {
            throw FormatError(.unsupportedVersion, at: 0, "the stored corrections have another format")
        }
        log = try reader.text()
        texts = []
        for _ in 0..<(try reader.number()) {
            var digest: [UInt8] = []
            for _ in 0..<32 { digest.append(try reader.byte()) }
            if let digest = ContentDigest(bytes: digest) { texts.append(digest) }
        }
        weights = try HeadWeights(reading: &reader)
    }

    /// The bytes of the file.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(text: Self.magic)
        bytes.append(text: log)
        bytes.append(count: Int64(texts.count))
        for digest in texts { bytes += digest.bytes }
        weights.write(to: &bytes)
        return bytes + ContentDigest(of: bytes).bytes
    }
}
