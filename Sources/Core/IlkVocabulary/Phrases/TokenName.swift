/// The name of a token as evidence: the feature group and the feature. For example, `skeletonBigrams:a3␣the`
/// is a word of two or three letters followed by `the`.
///
/// The name of a unigram is only the word. If the word contains a colon, the name begins with the group.
package struct TokenName: Hashable, Sendable {
    package enum Group: String, CaseIterable, Sendable {
        case unigrams, bigrams, skeletonBigrams, characterNgrams, wordNgrams
    }

    package let group: Group
    /// The name of the feature in its group, with visible characters for blanks and for the edges of the
    /// text.
    package let feature: String

    /// Creates the name of a feature.
    ///
    /// - Parameters:
    ///   - feature: The name of the feature in its group. U+0002 and U+0003 stand for the start and the end
    ///     of the text.
    ///   - group: The feature group.
    package init(_ feature: String, in group: Group) {
        self.group = group
        self.feature = group == .unigrams ? feature : Self.visible(feature)
    }

    package init(id: String) {
        for group in Group.allCases {
            let prefix = "\(group.rawValue):"
            guard id.hasPrefix(prefix), id.utf8.count > prefix.utf8.count else { continue }
            self.group = group
            feature = String(id.dropFirst(prefix.count))
            return
        }
        group = .unigrams
        feature = id
    }

    /// The stable id for programs.
    package var id: String {
        group == .unigrams && !feature.utf8.contains(UInt8(ascii: ":"))
            ? feature : "\(group.rawValue):\(feature)"
    }

    static let textStart: Unicode.Scalar = "⟨"
    static let textEnd: Unicode.Scalar = "⟩"
    static let lineEnd: Unicode.Scalar = "⏎"
    static let blank: Unicode.Scalar = "␣"

    /// Replaces U+0002, U+0003, line feeds and spaces with the visible characters `⟨`, `⟩`, `⏎` and `␣`.
    private static func visible(_ name: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            switch scalar.value {
            case 0x02: result.append(textStart)
            case 0x03: result.append(textEnd)
            case 0x0A: result.append(lineEnd)
            case 0x20: result.append(blank)
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// The two parts of a bigram, or the feature alone.
    var parts: [String] {
        let scalars = feature.unicodeScalars
        guard group == .bigrams || group == .skeletonBigrams, let blank = scalars.firstIndex(of: Self.blank)
        else { return [feature] }
        return [String(scalars[..<blank]), String(scalars[scalars.index(after: blank)...])]
    }

    /// `true` if the feature stands for all n-grams within a word, so that one of them as an example is helpful.
    package var hasLetters: Bool {
        group == .wordNgrams && !isGeneric && feature.count > 1
            && feature.unicodeScalars.contains { $0.properties.isAlphabetic }
    }

    /// `true` if the feature stands for several words or numbers, so that an example is helpful.
    package var isGeneric: Bool {
        switch group {
        case .characterNgrams: return false
        case .skeletonBigrams:
            return parts.contains { part in
                switch part {
                case "N", "NN", "I": false
                case "z", "a_a": true
                default: part.utf8.contains { $0.isASCIIDigit || $0.isASCIIUppercase }
                }
            }
        case .unigrams, .bigrams, .wordNgrams:
            if feature.utf8.contains(where: \.isASCIIDigit) { return true }
            return feature.utf8.contains(UInt8(ascii: "<"))
                && parts.contains { TokenPhrase.placeholders[$0] != nil }
        }
    }
}
