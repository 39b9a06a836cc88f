import IlkVocabulary

/// Percent-encoded pairs: a query, or a form of the type `application/x-www-form-urlencoded`.
package enum QueryText {
    /// Parses pairs such as `a=1&b=x%20y`. A plus sign is a space.
    ///
    /// - Parameter text: The pairs. A pair without `=` has an empty value.
    /// - Returns: The pairs in order, or `nil` if an escape is invalid or the decoded bytes are not UTF-8.
    package static func pairs(_ text: String) -> [(name: String, value: String)]? {
        var pairs: [(name: String, value: String)] = []
        for part in text.split(separator: "&") {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decoded(halves[0], plusIsSpace: true),
                let value = decoded(halves.count > 1 ? halves[1] : "", plusIsSpace: true)
            else { return nil }
            pairs.append((name, value))
        }
        return pairs
    }

    /// Decodes `%XX` in a part of a URL, or returns `nil` if an escape is invalid or the decoded bytes are
    /// not UTF-8.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - plusIsSpace: `true` to decode a plus sign as a space.
    static func decoded(_ part: Substring, plusIsSpace: Bool = false) -> String? {
        var bytes: [UInt8] = []
        var rest = part.utf8.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.next()?.hexDigitValue, let low = rest.next()?.hexDigitValue else {
                    return nil
                }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
