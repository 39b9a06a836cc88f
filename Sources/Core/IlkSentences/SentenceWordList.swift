import IlkDefaults

/// A list of words of some languages with one role.
///
/// Words are in lower case, separated by white space, without their last full stop. A `~` after a word means
/// that the word has another meaning in another language. Such a word applies only if the language is given.
/// The cost of a wrong abbreviation depends on the role: a wrong `neverFinal` always joins two sentences,
/// while a wrong `usual` joins them only before words that are not in the list of `starter`.
struct SentenceWordList: Sendable {
    /// The languages; empty for all.
    let tongues: [SentenceLanguage.ListedLanguage]
    let role: SentenceLexicon.Role
    private(set) var words = ""

    /// Returns all lists, parsed from the text embedded in the program.
    static var all: [SentenceWordList] {
        var count = 0
        let start = ilk_default_sentence_words(&count)
        let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
        let roles = Dictionary(uniqueKeysWithValues: SentenceLexicon.Role.allCases.map { ("\($0)", $0) })
        var lists: [SentenceWordList] = []
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            switch line.first {
            case UInt8(ascii: "#"): continue
            case UInt8(ascii: "["): lists.append(SentenceWordList(header: String(Substring(line)), roles))
            default: lists[lists.count - 1].words += "\(Substring(line))\n"
            }
        }
        return lists
    }

    /// Creates an empty list from its header, such as `[de nl] month`.
    private init(header: String, _ roles: [String: SentenceLexicon.Role]) {
        let parts = header.dropFirst().split(separator: "]")
        let codes = parts.dropLast().last?.split(separator: " ") ?? []
        guard let role = roles[parts.last?.dropFirst().description ?? ""] else {
            preconditionFailure("no role in \(header)")
        }
        self.role = role
        tongues = codes.map { code in
            guard let tongue = SentenceLanguage.ListedLanguage(rawValue: String(code)) else {
                preconditionFailure("no language \(code)")
            }
            return tongue
        }
    }
}
