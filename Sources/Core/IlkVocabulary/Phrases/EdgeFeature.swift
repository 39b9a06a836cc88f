/// The style features of a text's beginning and end.
///
/// The id consists of the name of the feature, a colon, and codes for characters, words or flags. For
/// example, `firstTwo:oP` is a text that starts with an exclamation such as “hey” (`o`), then punctuation
/// (`P`).
package enum EdgeFeature: String, CaseIterable, Sendable {
    case first
    case last
    case firstWord
    case lastWord
    case firstTwo
    /// Flags for capitals and for punctuation anywhere in the text, then the last and the first character.
    case bothEnds
    /// The first and the last character, with a flag for capitalized words inside sentences.
    case endsAndCapitals

    /// Returns the phrase for the codes of the feature, or `nil` if the number of codes is wrong.
    func text(_ codes: [UInt8]) -> String? {
        switch (self, codes.count) {
        case (.first, 1): "the text starts with \(Self.firstCharacter(codes[0]))"
        case (.last, 1):
            "the text ends with \(Self.lastCharacter(codes[0]))"
                + (codes[0] == UInt8(ascii: "a") ? ", without punctuation" : "")
        case (.firstWord, 1): "the text starts with \(Self.word(codes[0]))"
        case (.lastWord, 1): "the last word \(Self.lastWord(codes[0]))"
        case (.firstTwo, 2): "the text " + Self.firstTwo(codes[0], codes[1])
        case (.bothEnds, 4):
            Self.ends(codes[3], codes[2])
                + Self.content(
                    hasCapitals: codes[0] != UInt8(ascii: "l"), hasPunctuation: codes[1] != UInt8(ascii: "n"))
        case (.endsAndCapitals, 3):
            Self.ends(codes[0], codes[1])
                + (codes[2] == UInt8(ascii: "1")
                    ? "has capitalized words inside sentences" : "has no capitalized words inside sentences")
        default: nil
        }
    }

    private static func content(hasCapitals: Bool, hasPunctuation: Bool) -> String {
        switch (hasCapitals, hasPunctuation) {
        case (true, true): "has both capitals and punctuation"
        case (true, false): "has capitals but no punctuation"
        case (false, true): "has punctuation but no capitals"
        case (false, false): "has no capitals or punctuation"
        }
    }

    private static func firstTwo(_ first: UInt8, _ second: UInt8) -> String {
        switch second {
        case UInt8(ascii: "-"): "consists of \(word(first))"
        case first where first == UInt8(ascii: "P"): "starts with punctuation, then more punctuation"
        case first: "starts with \(word(first)), then another"
        default: "starts with \(word(first)), then \(word(second))"
        }
    }

    private static func lastWord(_ code: UInt8) -> String {
        switch code {
        case UInt8(ascii: "A"): "starts with a capital"
        case UInt8(ascii: "C"): "is in capitals"
        case UInt8(ascii: "a"): "is not capitalized"
        default: "is \(word(code))"
        }
    }

    private static func ends(_ first: UInt8, _ last: UInt8) -> String {
        "the text starts with \(firstCharacter(first)), ends with \(lastCharacter(last)) and "
    }

    private static func firstCharacter(_ code: UInt8) -> String {
        switch code {
        case UInt8(ascii: "A"): "a capital letter"
        case UInt8(ascii: "a"): "a lower-case letter"
        case UInt8(ascii: "0"): "a digit"
        case UInt8(ascii: "u"): "an accented or non-Latin character"
        case UInt8(ascii: "o"): "a curly quote, emoji or Asian character"
        default: mark(code)
        }
    }

    private static func lastCharacter(_ code: UInt8) -> String {
        switch code {
        case UInt8(ascii: "a"): "a letter"
        case UInt8(ascii: "0"): "a digit"
        case UInt8(ascii: "E"): "an ellipsis"
        case UInt8(ascii: "I"): "“!!” or “?!”"
        case UInt8(ascii: "Q"): "“??” or “!?”"
        case UInt8(ascii: "J"): "an emoji"
        case UInt8(ascii: "u"): "an accented, non-Latin or special character"
        default: mark(code)
        }
    }

    private static func mark(_ code: UInt8) -> String {
        switch code {
        case UInt8(ascii: "."): "a period"
        case UInt8(ascii: ","): "a comma"
        case UInt8(ascii: "?"): "a question mark"
        case UInt8(ascii: "!"): "an exclamation mark"
        case UInt8(ascii: ":"): "a colon"
        case UInt8(ascii: ";"): "a semicolon"
        case UInt8(ascii: "\""): "a quotation mark"
        case UInt8(ascii: "'"): "an apostrophe"
        case UInt8(ascii: "-"): "a hyphen"
        default: "“\(String(decoding: [code], as: UTF8.self))”"
        }
    }

    private static func word(_ code: UInt8) -> String {
        switch code {
        case UInt8(ascii: "i"): "“I”, “me” or “my”"
        case UInt8(ascii: "y"): "“you” or “your”"
        case UInt8(ascii: "w"): "“we”, “us” or “our”"
        case UInt8(ascii: "h"): "“he”, “she”, “they” or a form of them"
        case UInt8(ascii: "o"): "an exclamation such as “hey”"
        case UInt8(ascii: "x"): "a helping verb such as “is”"
        case UInt8(ascii: "q"): "a question word such as “how”"
        case UInt8(ascii: "t"): "“the”, “a” or “an”"
        case UInt8(ascii: "d"): "“this”, “that” or a similar word"
        case UInt8(ascii: "c"): "a conjunction such as “and”"
        case UInt8(ascii: "p"): "a preposition such as “in”"
        case UInt8(ascii: "m"): "a request such as “call”"
        case UInt8(ascii: "k"): "a chat spelling such as “u”"
        case UInt8(ascii: "f"): "a very common word"
        case UInt8(ascii: "0"): "a number"
        case UInt8(ascii: "U"): "a link"
        case UInt8(ascii: "E"): "an e-mail address"
        case UInt8(ascii: "H"): "a name with @"
        case UInt8(ascii: "T"): "a hashtag"
        case UInt8(ascii: "J"): "an emoji"
        case UInt8(ascii: "P"): "punctuation"
        case UInt8(ascii: "A"): "a capitalized word"
        case UInt8(ascii: "C"): "a word in capitals"
        case UInt8(ascii: "a"): "an uncapitalized word"
        default: "nothing"
        }
    }
}
