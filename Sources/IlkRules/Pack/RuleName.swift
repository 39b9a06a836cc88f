/// What may be the name of a rule, a pack or a matcher.
enum RuleName {
    /// The words of the condition language.
    static let reserved: Set<String> = [
        "all", "and", "any", "count", "near", "none", "not", "of", "or", "rule",
    ]

    /// Lower-case words of ASCII letters and digits, the first beginning with a letter, joined by one of `.-_`.
    static func isID(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, isLower(first), bytes.count <= RuleLimits.nameBytes else {
            return false
        }
        var joined = true
        for byte in bytes {
            let isJoint = byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            guard isJoint ? !joined : (isLower(byte) || isDigit(byte)) else { return false }
            joined = isJoint
        }
        return !joined
    }

    /// ASCII letters, digits and `_`, not beginning with a digit, and none of the reserved words.
    static func isMatcher(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, !isDigit(first), bytes.count <= RuleLimits.nameBytes else {
            return false
        }
        let isWord = bytes.allSatisfy {
            isLower($0) || isLower($0 | 0x20) || isDigit($0) || $0 == UInt8(ascii: "_")
        }
        return isWord && !reserved.contains(text)
    }

    private static func isLower(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
    }
    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }
}
