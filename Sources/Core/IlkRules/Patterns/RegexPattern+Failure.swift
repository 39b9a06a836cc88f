extension RegexPattern.Failure {
    /// Returns the error in words, such as `unmatched parenthesis`, and advice.
    ///
    /// - Parameter expression: The expression that does not compile.
    func explanation(in expression: String) -> (phrase: String, hint: String?) {
        Self.explanations[name] ?? syntaxError(in: expression)
    }

    /// Returns the explanation of an error for which ICU has only a general code.
    private func syntaxError(in expression: String) -> (phrase: String, hint: String?) {
        let read = Array(expression.unicodeScalars.prefix(scalarOffset))
        if Self.endsWithGroupStart(read[...]) || Self.endsWithGroupStart(read.dropLast()) {
            return (
                "unknown type of group, or unknown flag",
                "a group begins with '(?:', '(?=', '(?!', '(?<=', '(?<!', '(?>' or '(?<name>'; "
                    + "flags are i, m, s, w and x: '(?i)'"
            )
        }
        guard let last = read.last, ["*", "+", "?", "{"].contains(last) else { return Self.otherError }
        return (
            "nothing to repeat before '\(last)'",
            "'*', '+', '?' and '{' need something before them; write '\\\(last)' for the character"
        )
    }

    /// Returns `true` if the scalars end with `(?` or `(?<` and the parenthesis has no escape.
    private static func endsWithGroupStart(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        let start = scalars.last == "<" ? scalars.dropLast() : scalars
        guard start.last == "?", start.dropLast().last == "(" else { return false }
        return start.dropLast(2).reversed().prefix { $0 == "\\" }.count.isMultiple(of: 2)
    }

    private static let otherError: (phrase: String, hint: String?) = (
        "syntax error", "write '\\' before each punctuation mark that stands for itself"
    )

    /// The explanations of ICU's errors, by the name of the error.
    private static let explanations: [String: (phrase: String, hint: String?)] = [
        "U_REGEX_MISMATCHED_PAREN": (
            "unmatched parenthesis", "close each '(' with ')'; write '\\(' or '\\)' for the character"
        ),
        "U_REGEX_MISSING_CLOSE_BRACKET": (
            "missing closing bracket", "close the set '[' with ']'; write '\\[' for the character"
        ),
        "U_REGEX_BAD_ESCAPE_SEQUENCE": (
            "invalid escape sequence", "write '\\\\' for a backslash, and '\\x{1F600}' for a code point"
        ),
        "U_REGEX_BAD_INTERVAL": (
            "invalid repetition interval",
            "write '{2}', '{2,}' or '{2,5}', or '\\{' for the character"
        ),
        "U_REGEX_MAX_LT_MIN": (
            "repetition interval with a maximum below its minimum",
            "the lower number must come first: '{2,5}'"
        ),
        "U_REGEX_NUMBER_TOO_BIG": ("number too large", "use a smaller number"),
        "U_REGEX_LOOK_BEHIND_LIMIT": (
            "look-behind without a maximum length",
            "use an interval such as '{0,20}' in place of '*', '+' and '{2,}'"
        ),
        "U_REGEX_INVALID_RANGE": (
            "invalid range in a set",
            "the lower character must come first: '[a-z]'; write '\\-' for the character"
        ),
        "U_REGEX_SET_CONTAINS_STRING": (
            "set that contains a string", "write the strings as alternatives: '(?:ch|ll)'"
        ),
        "U_REGEX_INVALID_BACK_REF": (
            "back-reference to an unknown group", "'\\1' refers to the first group in parentheses"
        ),
        "U_REGEX_INVALID_CAPTURE_GROUP_NAME": (
            "invalid, repeated or unknown group name",
            "a group's name is letters and digits, and is defined once: '(?<year>...)'"
        ),
        "U_REGEX_INVALID_FLAG": ("invalid flag", "the flags are i, m, s, w and x: '(?i)'"),
        "U_REGEX_PROPERTY_SYNTAX": property, "U_ILLEGAL_ARGUMENT_ERROR": property,
        "U_ILLEGAL_CHAR_FOUND": (
            "unknown character name", "write a character by its code point: '\\x{1F600}'"
        ),
        "U_REGEX_PATTERN_TOO_BIG": tooLarge, "U_REGEX_STACK_OVERFLOW": tooLarge,
        "U_MEMORY_ALLOCATION_ERROR": tooLarge,
    ]

    private static let property: (phrase: String, hint: String?) = (
        "unknown property name", "a property of Unicode is written as '\\p{L}' or '\\p{Script=Greek}'"
    )
    private static let tooLarge: (phrase: String, hint: String?) = (
        "expression too large", "split it into several matchers"
    )
}
