/// Readable descriptions of the beginning and the end of a text.
extension EdgeSignal {
    /// Describes a value of the style feature. `codes` is the part of the feature's name after the equals
    /// sign.
    func description(_ codes: [UInt8]) -> String {
        switch (self, codes.count) {
        case (.first, 1): "starts with \(Self.character(codes[0]))"
        case (.last, 1): "ends with \(Self.character(codes[0]))"
        case (.firstWord, 1): "first word: \(Self.word(codes[0]))"
        case (.lastWord, 1): "last word: \(Self.word(codes[0]))"
        case (.firstTwo, 2): "first words: \(Self.word(codes[0])), \(Self.word(codes[1]))"
        case (.bothEnds, 4):
            "starts with \(Self.character(codes[3])), ends with \(Self.character(codes[2])), "
                + (codes[0] == UInt8(ascii: "l") ? "no capitals" : "capitals")
                + (codes[1] == UInt8(ascii: "n") ? ", no punctuation" : ", punctuation")
        case (.endsAndCapitals, 3):
            "starts with \(Self.character(codes[0])), ends with \(Self.character(codes[1])), "
                + (codes[2] == UInt8(ascii: "1") ? "capitalized words inside" : "no capitalized words inside")
        default: "\(name) \(String(decoding: codes, as: UTF8.self))"
        }
    }

    private static func character(_ code: UInt8) -> String {
        switch code {
        case UInt8(ascii: "A"): "a capital"
        case UInt8(ascii: "a"): "a letter"
        case UInt8(ascii: "0"): "a digit"
        case UInt8(ascii: "E"): "dots"
        case UInt8(ascii: "I"): "!!"
        case UInt8(ascii: "Q"): "??"
        case UInt8(ascii: "J"): "an emoji"
        case UInt8(ascii: "u"), UInt8(ascii: "o"): "a character outside ASCII"
        default: String(decoding: [code], as: UTF8.self)
        }
    }

    private static func word(_ code: UInt8) -> String {
        switch code {
        case UInt8(ascii: "i"): "I"
        case UInt8(ascii: "y"): "you"
        case UInt8(ascii: "w"): "we"
        case UInt8(ascii: "h"): "he or she"
        case UInt8(ascii: "o"): "an interjection"
        case UInt8(ascii: "x"): "an auxiliary"
        case UInt8(ascii: "q"): "a question word"
        case UInt8(ascii: "t"): "an article"
        case UInt8(ascii: "d"): "a demonstrative"
        case UInt8(ascii: "c"): "a conjunction"
        case UInt8(ascii: "p"): "a preposition"
        case UInt8(ascii: "m"): "an imperative"
        case UInt8(ascii: "k"): "a chat word"
        case UInt8(ascii: "f"): "a function word"
        case UInt8(ascii: "0"): "a number"
        case UInt8(ascii: "U"): "a URL"
        case UInt8(ascii: "E"): "an address"
        case UInt8(ascii: "H"): "a handle"
        case UInt8(ascii: "T"): "a tag"
        case UInt8(ascii: "J"): "an emoji"
        case UInt8(ascii: "P"): "punctuation"
        case UInt8(ascii: "A"): "a capitalized word"
        case UInt8(ascii: "C"): "a word in capitals"
        case UInt8(ascii: "a"): "a word"
        default: "none"
        }
    }
}
