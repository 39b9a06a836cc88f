import IlkVocabulary

/// What may be the name of a rule, a pack or a matcher.
enum RuleName {
    /// The words of the condition language.
    static let reserved: Set<String> = [
        "all", "and", "any", "count", "near", "none", "not", "of", "or", "rule",
    ]

    /// Lower-case words of ASCII letters and digits, the first beginning with a letter, joined by one of `.-_`.
    static func isID(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, first.isASCIILowercase, bytes.count <= RuleLimits.nameBytes else {
            return false
        }
        var joined = true
        for byte in bytes {
            let isJoint = byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            guard isJoint ? !joined : (byte.isASCIILowercase || byte.isASCIIDigit) else { return false }
            joined = isJoint
        }
        return !joined
    }

    /// ASCII letters, digits and `_`, not beginning with a digit, and none of the reserved words.
    static func isMatcher(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, !first.isASCIIDigit, bytes.count <= RuleLimits.nameBytes else {
            return false
        }
        return bytes.allSatisfy(\.isASCIIWord) && !reserved.contains(text)
    }
}
