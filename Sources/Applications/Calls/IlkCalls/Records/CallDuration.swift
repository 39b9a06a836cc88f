import IlkVocabulary

/// Parsing and formatting of durations.
public enum CallDuration {
    /// Parses a duration such as `20`, `20m`, `20min`, `1h`, `1h5m` or `1h 5`.
    ///
    /// - Parameter text: A duration in minutes, or in hours and minutes. Case and white space are ignored.
    /// - Returns: The minutes, or `nil` if the text is empty.
    /// - Throws: A ``CallFieldError`` of the field `duration` if the text is malformed, or if the duration is
    ///   less than 1 or greater than `Int32.max`.
    public static func minutes(_ text: String) throws(CallFieldError) -> Int? {
        let text = String(text.lowercased().filter { !$0.isWhitespace })
        guard !text.isEmpty else { return nil }
        guard let minutes = read(text) else {
            throw CallFieldError(
                field: .duration, message: "must be a number of minutes, such as 20, 20m or 1h 5m")
        }
        guard minutes >= 1, minutes <= Int(Int32.max) else {
            throw CallFieldError(
                field: .duration, message: "must be from 1 to \(Int32.max) minutes")
        }
        return minutes
    }

    /// Returns `true` if a word is a duration with a unit, such as `20m`. Returns `false` for a number
    /// without a unit.
    ///
    /// - Parameter word: A word without white space.
    public static func isDuration(_ word: String) -> Bool {
        word.utf8.first?.isASCIIDigit == true && word.last?.isLetter == true
            && read(word.lowercased()) != nil
    }

    private static func read(_ text: String) -> Int? {
        var rest = Substring(text)
        var sum = 0
        var isNegative = false
        if rest.first == "-" {
            isNegative = true
            rest.removeFirst()
        }
        if let hour = rest.firstIndex(of: "h") {
            guard let hours = number(rest[..<hour]), hours <= 100_000_000 else { return nil }
            sum = 60 * hours
            rest = rest[rest.index(after: hour)...]
            if rest.isEmpty { return isNegative ? -sum : sum }
        }
        for unit in ["minutes", "mins", "min", "m"] where rest.hasSuffix(unit) {
            rest = rest.dropLast(unit.count)
            break
        }
        guard let minutes = number(rest) else { return nil }
        let (total, overflow) = sum.addingReportingOverflow(minutes)
        guard !overflow else { return nil }
        return isNegative ? -total : total
    }

    private static func number(_ text: Substring) -> Int? {
        Int(asciiDigits: text.utf8)
    }

    /// Returns a duration as text, such as `20m` or `1h 5m`.
    ///
    /// - Parameter minutes: The duration in minutes.
    public static func text(_ minutes: Int) -> String {
        guard minutes >= 60 else { return "\(minutes)m" }
        return minutes % 60 == 0 ? "\(minutes / 60)h" : "\(minutes / 60)h \(minutes % 60)m"
    }
}
