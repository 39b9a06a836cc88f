/// The reason why an expression does not compile, and where.
package struct PatternError: Error {
    package enum Reason: Error {
        case parenthesis, bracket, escape, interval, order, number, lookBehind, atomicLookBehind, range
        case backReference, groupName, groupType, flag, wordFlag, property, characterName
        case previousMatch, grapheme, repetition, syntax, depth, size
    }

    let reason: Reason
    /// The offset in the expression after the last scalar that was read, in Unicode scalars.
    let scalarOffset: Int
    /// The last scalar that was read.
    let last: Unicode.Scalar?

    /// The error in words, such as `unmatched parenthesis`, and advice.
    var explanation: (phrase: String, hint: String) {
        let mark = last.map(String.init) ?? ""
        return switch reason {
        case .parenthesis:
            (
                "unmatched parenthesis",
                "close each '(' with ')'; write '\\(' or '\\)' for a literal parenthesis"
            )
        case .bracket:
            ("missing closing bracket", "close the set '[' with ']'; write '\\[' for a literal '['")
        case .escape:
            ("invalid escape sequence", "write '\\\\' for a backslash, and '\\x{1F600}' for a code point")
        case .interval: ("invalid quantifier", "write '{2}', '{2,}' or '{2,5}', or '\\{' for a literal '{'")
        case .order:
            (
                "quantifier with a maximum below its minimum",
                "the lower number must come first: '{2,5}'"
            )
        case .number: ("number too large", "use a smaller number")
        case .range:
            (
                "invalid range in a set",
                "write a range from the lower to the higher character: '[a-z]'; write '\\-' for a literal '-'"
            )
        case .repetition:
            (
                "nothing to repeat before '\(mark)'",
                "put a character, set or group before '\(mark)', or write '\\\(mark)' for a literal '\(mark)'"
            )
        case .syntax: ("syntax error", "write '\\' before each literal punctuation character")
        case .depth:
            ("groups or sets nested too deeply", "simplify the expression, or split it into several matchers")
        case .size:
            (
                "expression too large",
                "split it into several matchers, or reduce the numbers in quantifiers such as '{2,500}'"
            )
        case .groupName, .groupType, .flag, .property, .characterName: invalidName
        case .lookBehind, .atomicLookBehind, .backReference, .previousMatch, .grapheme, .wordFlag:
            unsupported
        }
    }

    /// The phrase and hint for a name, a flag or a type of group.
    private var invalidName: (phrase: String, hint: String) {
        switch reason {
        case .groupName:
            (
                "invalid or repeated group name",
                "use a unique name of letters and digits that begins with a letter: '(?<year>...)'"
            )
        case .groupType:
            (
                "unknown group type or flag",
                "a group begins with '(?:', '(?=', '(?!', '(?<=', '(?<!', '(?>' or '(?<name>'; "
                    + "flags are d, i, m, s and x: '(?i)'"
            )
        case .flag: ("invalid flag", "the flags are d, i, m, s and x: '(?i)'")
        case .property:
            ("unknown property name", "write a Unicode property as '\\p{L}' or '\\p{Script=Greek}'")
        default: ("unknown character name", "write a character by its code point: '\\x{1F600}'")
        }
    }

    /// The phrase and hint for syntax that ilk does not support.
    private var unsupported: (phrase: String, hint: String) {
        switch reason {
        case .lookBehind:
            (
                "lookbehind without a maximum length",
                "use a quantifier such as '{0,20}' in place of '*', '+' and '{2,}'"
            )
        case .atomicLookBehind:
            (
                "atomic group or possessive quantifier of varying length in a lookbehind",
                "use an ordinary group or quantifier there"
            )
        case .previousMatch: ("'\\G' is not supported", "write what must precede the match: '(?<=, )'")
        case .grapheme:
            ("'\\X' is not supported", "write '\\P{M}\\p{M}*+' for a character and its combining marks")
        case .wordFlag:
            ("the flag 'w' is not supported", "remove the flag; '\\b' then matches at simple word boundaries")
        default:
            (
                "back-references are not supported",
                "list the alternatives: '(?:\"[^\"]*\"|'[^']*')' in place of '([\"'])[^\"']*\\1'"
            )
        }
    }
}
