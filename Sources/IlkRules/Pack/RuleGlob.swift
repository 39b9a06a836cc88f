/// A name of rules: an id, or a pattern in which `*` stands for any characters, dots too.
struct RuleGlob {
    private let pattern: [UInt8]

    init(_ text: String) {
        pattern = Array(text.utf8)
    }

    /// Whether it names many rules.
    var isPattern: Bool { pattern.contains(UInt8(ascii: "*")) }

    /// Whether it is made of what ids are made of, and `*`.
    var isWellFormed: Bool {
        !pattern.isEmpty && pattern.count <= RuleLimits.nameBytes
            && pattern.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "*"):
                    true
                default: false
                }
            }
    }

    /// Whether it names a rule. The last `*` takes as little as it can and more when the rest does not fit: linear in
    /// the pattern for each byte of the id at most.
    func matches(_ id: String) -> Bool {
        let id = Array(id.utf8)
        var (place, read) = (0, 0)
        var star: (place: Int, read: Int)?
        while read < id.count {
            if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
                star = (place, read)
                place += 1
            } else if place < pattern.count, pattern[place] == id[read] {
                place += 1
                read += 1
            } else if let last = star {
                star = (last.place, last.read + 1)
                place = last.place + 1
                read = last.read + 1
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
