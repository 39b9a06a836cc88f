/// Receives the features that ``LanguageReader`` finds in a text.
package protocol LanguageSink {
    /// Receives a word of an alphabet.
    ///
    /// - Parameters:
    ///   - windows: One window per letter, and one for the edge symbol that ends the word. A window contains
    ///     this symbol and the four symbols before it, 12 bits each. An edge symbol also precedes the first
    ///     letter.
    ///   - group: The group of the alphabet.
    ///   - isCapital: `true` if the first letter is a capital.
    mutating func word(_ windows: UnsafeBufferPointer<UInt64>, of group: LanguageGroup, isCapital: Bool)
    /// Receives a word that is part of a path, a call or an identifier.
    mutating func codeWord()
    /// Receives a letter of a script whose letters are only counted.
    mutating func letter(_ scalar: UInt32)
    /// Receives a Chinese character. For kana, the caller passes U+3042, whichever kana it is.
    mutating func ideograph(_ scalar: UInt32)
}

/// The keys of language features in the tables of a model: letter n-grams, whole words, Chinese characters.
package enum LanguageFeature {
    /// The symbol before and after a word in a window.
    static let edge: UInt64 = 0x020
    /// The maximum length of an n-gram.
    package static let longestRun = 5
    /// The minimum length of words that are separate features. Shorter words are n-grams with both edges.
    package static let shortestWord = 4

    /// Returns the key of the n-gram of the last `order` symbols in a window.
    @inline(__always) package static func ngram(_ window: UInt64, _ order: Int) -> UInt64 {
        window & ((1 << (12 * UInt64(order))) - 1)
    }

    @inline(__always) package static func word(_ windows: UnsafeBufferPointer<UInt64>) -> UInt64 {
        var state: UInt64 = 0
        var index = windows.count - 1
        while index > 0 {
            state = StableHash.step(state, windows[index])
            index -= longestRun
        }
        return state | 1 << 63
    }

    /// Returns the key of a Chinese character, or of the character that represents all kana.
    @inline(__always) package static func ideograph(_ scalar: UInt32) -> UInt64 { 1 << 62 | UInt64(scalar) }

    @inline(__always) package static func hash(_ feature: UInt64) -> UInt64 {
        let mixed = (feature ^ (feature >> 31)) &* 0x9E37_79B9_7F4A_7C15
        return (mixed ^ (mixed >> 32)) &* 0xBF58_476D_1CE4_E5B9
    }
}
