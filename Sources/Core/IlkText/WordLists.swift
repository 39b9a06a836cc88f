import IlkDefaults

/// Named word lists from an embedded text.
///
/// A line with a name in brackets begins a list. A line that begins with `#` is a comment.
struct WordLists: Sendable {
    private var lists: [String: String] = [:]

    static let features = WordLists(text: text(ilk_default_feature_words))
    static let formality = WordLists(text: text(ilk_default_formality_words))

    private init(text: String) {
        var name = ""
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            switch line.first {
            case UInt8(ascii: "#"): continue
            case UInt8(ascii: "["): name = String(Substring(line.dropFirst().dropLast()))
            default: lists[name, default: ""] += "\(Substring(line))\n"
            }
        }
    }

    /// Returns a list. The requested name must exist.
    subscript(name: String) -> String {
        guard let list = lists[name] else { preconditionFailure("there is no list of words named \(name)") }
        return list
    }

    static func text(_ bytes: (UnsafeMutablePointer<Int>?) -> UnsafePointer<UInt8>?) -> String {
        var count = 0
        let start = bytes(&count)
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }
}
