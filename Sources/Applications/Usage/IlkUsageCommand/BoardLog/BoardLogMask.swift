import IlkVocabulary

/// Hides whom an Open Board Log is of, and what only they say: times move so that the first event is at the beginning of the
/// year 2000, keys and words that are not common ones become marks by a key that is thrown away.
struct BoardLogMask {
    /// What is declared in the file: what is done, and nothing else.
    static let names = ["timestamp_shift", "name_masking"]
    /// 2000-01-01T00:00:00Z.
    static let beginning: Int64 = 946_684_800_000

    private let key: [UInt8]

    /// A mask by a key.
    init(key: [UInt8]) { self.key = key }

    /// A mask by a key that nobody has.
    static func random() -> BoardLogMask {
        var system = SystemRandomNumberGenerator()
        return BoardLogMask(key: (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &system) })
    }

    /// The mark of a text: the same for the same text, by this key.
    func mark(_ text: String) -> String {
        // Two rounds, the key before each: what a round gives cannot be gone on from.
        let inner = ContentDigest(of: key + Array(text.utf8)).bytes
        return String(ContentDigest(of: key + inner).description.prefix(16))
    }

    /// Whether a word is one that everybody says.
    static func isCommon(_ word: String) -> Bool { core.contains(word.lowercased()) }

    /// A text of which only the common words are left.
    func masked(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false)
            .map { Self.isCommon(String($0)) ? String($0) : "????" }.joined(separator: " ")
    }

    /// Core vocabulary: words of few letters that most of what anybody says is made of.
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
