import IlkDefaults

/// A list of words of some languages with one role.
///
/// Words are in small letters, separated by white space, without their last full stop. `~` behind a word says that it
/// means something else in another language, so that it is read only where the language is given. What is wrong with
/// an abbreviation depends on its role: one that is `inner` by mistake glues sentences together, one that is `usual`
/// only before words that no list knows to begin sentences.
struct SentenceWordList: Sendable {
    /// The languages; none means all.
    let tongues: [SentenceLanguage.Tongue]
    /// What the words are.
    let role: SentenceLexicon.Role
    /// The words.
    private(set) var words = ""

    /// All lists of the project, from the text inside the program.
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

    /// An empty list by the line that begins it, as `[de nl] month`.
    private init(header: String, _ roles: [String: SentenceLexicon.Role]) {
        let parts = header.dropFirst().split(separator: "]")
        let codes = parts.dropLast().last?.split(separator: " ") ?? []
        guard let role = roles[parts.last?.dropFirst().description ?? ""] else {
            preconditionFailure("no role in \(header)")
        }
        self.role = role
        tongues = codes.map { code in
            guard let tongue = SentenceLanguage.Tongue(rawValue: String(code)) else {
                preconditionFailure("no language \(code)")
            }
            return tongue
        }
    }
}
