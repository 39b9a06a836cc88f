/// What takes the pieces that ``LanguageReader`` cuts a text into.
package protocol LanguageSink {
    /// A word of an alphabet.
    ///
    /// - Parameters:
    ///   - windows: The last five symbols, 12 bits each, behind each letter and behind the mark that ends the word. Before
    ///     the first letter stands a mark too.
    ///   - group: The alphabet's group.
    ///   - isCapital: Whether its first letter is a capital.
    mutating func word(_ windows: UnsafeBufferPointer<UInt64>, of group: LanguageGroup, isCapital: Bool)
    /// A word that is part of a path, a call, an identifier: as in code.
    mutating func codeWord()
    /// A letter of a script that is only counted.
    mutating func letter(_ scalar: UInt32)
    /// A Chinese character, or U+3042 for any kana.
    mutating func ideograph(_ scalar: UInt32)
}

/// The names of what is looked up about a text: runs of letters, whole words, Chinese characters.
package enum LanguageFeature {
    /// What stands before and behind a word in a window.
    static let edge: UInt64 = 0x020
    /// The longest run.
    package static let longestRun = 5
    /// Words from this length on are features of their own; shorter ones are runs with both edges.
    package static let shortestWord = 4

    /// The run of the last `order` symbols of a window.
    @inline(__always) package static func run(_ window: UInt64, _ order: Int) -> UInt64 {
        window & ((1 << (12 * UInt64(order))) - 1)
    }

    /// A whole word, from its windows.
    @inline(__always) package static func word(_ windows: UnsafeBufferPointer<UInt64>) -> UInt64 {
        var state: UInt64 = 0
        var index = windows.count - 1
        while index > 0 {
            state = StableHash.step(state, windows[index])
            index -= longestRun
        }
        return state | 1 << 63
    }

    /// A Chinese character, or what stands for all kana.
    @inline(__always) package static func ideograph(_ scalar: UInt32) -> UInt64 { 1 << 62 | UInt64(scalar) }

    /// The hash by which tables are entered.
    @inline(__always) package static func hash(_ feature: UInt64) -> UInt64 {
        let mixed = (feature ^ (feature >> 31)) &* 0x9E37_79B9_7F4A_7C15
        return (mixed ^ (mixed >> 32)) &* 0xBF58_476D_1CE4_E5B9
    }
}
