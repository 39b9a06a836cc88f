import IlkVocabulary

/// Anonymizes an Open Board Log. Times are shifted so that the first event is at the start of the year 2000.
/// Record keys and uncommon labels are replaced by digests with a random secret, which is never stored.
/// Uncommon words in phrases are replaced by `????`.
struct BoardLogMask {
    /// The names of the anonymization methods that the file declares.
    static let methods = ["timestamp_shift", "name_masking"]
    /// 2000-01-01T00:00:00Z in milliseconds since 1970.
    static let shiftedStart: Int64 = 946_684_800_000

    private let key: [UInt8]

    init(key: [UInt8]) { self.key = key }

    /// Creates a mask with a random secret, which is never stored.
    static func random() -> BoardLogMask {
        var system = SystemRandomNumberGenerator()
        return BoardLogMask(key: (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &system) })
    }

    /// Returns the digest of the secret and a text. Equal texts have equal digests.
    func keyedDigest(_ text: String) -> String {
        // Nested hashing with the key in both rounds, as in HMAC, prevents length extension.
        let inner = ContentDigest(of: key + Array(text.utf8)).bytes
        return String(ContentDigest(of: key + inner).description.prefix(16))
    }

    /// Returns `true` for a word of the core vocabulary. Such words do not identify a user.
    static func isCommon(_ word: String) -> Bool { core.contains(word.lowercased()) }

    /// Returns a text with all uncommon words replaced by `????`.
    func masked(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false)
            .map { Self.isCommon(String($0)) ? String($0) : "????" }.joined(separator: " ")
    }

    /// Core vocabulary: short words that make up most of everyday speech.
    private static let core: Set<String> = [
        "a", "again", "all", "and", "are", "at", "away", "bad", "be", "big", "but", "can", "come", "do",
        "done", "don't",
        "down", "drink", "eat", "feel", "finished", "for", "get", "give", "go", "good", "happy", "have", "he",
        "help",
        "her", "here", "him", "how", "i", "in", "is", "it", "know", "like", "little", "look", "make", "me",
        "mine", "more",
        "my", "need", "no", "not", "now", "off", "on", "one", "open", "out", "play", "please", "put", "ready",
        "sad",
        "same", "see", "she", "sit", "some", "stop", "take", "tell", "thank", "that", "the", "there", "they",
        "think",
        "this", "tired", "to", "turn", "under", "up", "us", "very", "wait", "want", "was", "we", "what",
        "when", "where",
        "who", "why", "with", "yes", "you", "your",
    ]
}
