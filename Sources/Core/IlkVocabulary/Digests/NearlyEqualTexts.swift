/// The comparison that finds nearly equal texts: texts with the same words.
///
/// The review queue shows nearly equal texts as one row. A correction of one of these texts applies to all of
/// them.
package enum NearlyEqualTexts {
    /// The maximum length of a compared text in bytes. Longer texts have no words.
    package static let longestText = 50_000

    /// Returns the digest of a text's words, or `nil` if the text has no words. Nearly equal texts have the
    /// same digest.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    package static func digest(of text: String) -> ContentDigest? {
        words(of: text).map { ContentDigest(of: $0) }
    }

    /// Returns the normalized words of a text, or `nil` if the text has no words. Nearly equal texts have the
    /// same normalized words.
    ///
    /// The words are in lower case. White space and punctuation separate words. A question mark or another
    /// symbol is a word. Each word of ASCII characters with three or more digits, such as a year or an id, is
    /// replaced by `0`. A text longer than ``longestText`` has no words.
    ///
    /// - Parameter text: The text.
    /// - Complexity: O(*n*) in the length of the text.
    package static func words(of text: String) -> String? {
        guard text.utf8.count <= longestText else { return nil }
        var words: [UInt8] = []
        words.reserveCapacity(text.utf8.count)
        var (start, digits, isASCII) = (0, 0, true)
        func end() {
            guard words.count > start else { return }
            if digits > 2, isASCII {
                words.replaceSubrange(start..., with: CollectionOfOne(UInt8(ascii: "0")))
            }
            words.append(UInt8(ascii: " "))
            (start, digits, isASCII) = (words.count, 0, true)
        }
        for scalar in text.lowercased().unicodeScalars {
            let kind = Kind(scalar)
            if kind != .word { end() }
            guard kind != .gap else { continue }
            if scalar.isASCII {
                words.append(UInt8(truncatingIfNeeded: scalar.value))
                if scalar.isASCIIDigit { digits += 1 }
            } else {
                words.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
                isASCII = false
            }
            if kind == .symbol { end() }
        }
        end()
        return words.isEmpty ? nil : String(decoding: words.dropLast(), as: UTF8.self)
    }

    /// The role of a character in a text.
    private enum Kind {
        /// A part of a word.
        case word
        /// A word of one character.
        case symbol
        /// White space or punctuation.
        case gap

        init(_ scalar: Unicode.Scalar) {
            self = scalar.isASCII ? Self.ascii[Int(scalar.value)] : Kind(properties: scalar)
        }

        /// The kinds of the ASCII characters. Most texts are ASCII, so the table saves most lookups of
        /// properties.
        private static let ascii = (0..<0x80).map { Kind(properties: Unicode.Scalar(UInt8($0))) }

        private init(properties scalar: Unicode.Scalar) {
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
                .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
                self = .word
            case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
                .initialPunctuation, .finalPunctuation, .otherPunctuation:
                self = scalar == "?" ? .symbol : .gap
            default: self = scalar.properties.isWhitespace ? .gap : .symbol
            }
        }
    }
}
