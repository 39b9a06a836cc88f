import IlkVocabulary

/// Validation of the names of rules, packs and matchers.
enum RuleName {
    /// The reserved words of the condition language.
    static let reserved: Set<String> = [
        "all", "and", "any", "count", "near", "none", "not", "of", "or", "rule",
    ]

    /// `true` for lowercase words joined by single `.`, `-` or `_`, beginning with a letter.
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

    /// `true` for ASCII letters, digits and `_` that do not begin with a digit and are not a reserved word.
    static func isMatcher(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, !first.isASCIIDigit, bytes.count <= RuleLimits.nameBytes else {
            return false
        }
        return bytes.allSatisfy(\.isASCIIWord) && !reserved.contains(text)
    }
}
