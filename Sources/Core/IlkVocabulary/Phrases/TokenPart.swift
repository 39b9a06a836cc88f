/// One of the two parts of a bigram: an edge of the text or of a line, a quoted word or mark, or a type of
/// word.
enum TokenPart {
    case textStart, textEnd
    case lineEnd, blankLine, indentation
    /// A word or a punctuation mark, quoted unchanged. A mark may have blanks around it.
    case quoted(String, isWord: Bool)
    /// A type of word or number, with an article: “a one-letter word”.
    case type(String)

    /// Parses a part of a bigram: a word, a number or a punctuation mark.
    init(ofBigram part: String) {
        switch part {
        case String(TokenName.textStart): self = .textStart
        case String(TokenName.textEnd): self = .textEnd
        default:
            if let placeholder = TokenPhrase.placeholders[part] {
                self = .type(placeholder)
            } else if TokenPhrase.isNumber(part) {
                self = .type(TokenPhrase.number(part))
            } else if part == "\"" {
                self = .type("a quotation mark")
            } else {
                self = .quoted(
                    TokenPhrase.shortened(part),
                    isWord: part.unicodeScalars.contains { $0.properties.isAlphabetic })
            }
        }
    }

    /// Parses a part of a skeleton bigram: a function word, a punctuation mark with codes for the blanks
    /// around it, or a type of word.
    init(ofSkeleton part: String) {
        switch part {
        case "^": self = .textStart
        case "$": self = .textEnd
        case "N": self = .lineEnd
        case "NN": self = .blankLine
        case "I": self = .indentation
        case _ where Self.types[part] != nil: self = .type(Self.types[part] ?? "")
        case _ where TokenPhrase.isNumber(part): self = .type(TokenPhrase.number(part))
        case _ where part.unicodeScalars.contains { $0.properties.isAlphabetic }:
            let isCapitalized = part.hasPrefix("+")
            let word = TokenPhrase.shortened(isCapitalized ? String(part.dropFirst()) : part)
            self = .quoted(
                isCapitalized ? word.prefix(1).uppercased() + word.dropFirst() : word, isWord: true)
        default: self = Self.mark(part)
        }
    }

    /// Parses the code of a punctuation mark. `_` stands for a blank before or after the mark, `+` for two
    /// equal marks, and `++` for three or more. Blanks that are usual in prose, such as after a comma, are
    /// omitted.
    ///
    /// Examples: `_-_` → “ - ”, `!++` → “!!!”, `,_` → “,”.
    private static func mark(_ part: String) -> TokenPart {
        var scalars = part.unicodeScalars[...]
        let isSpaced = scalars.count > 1 && scalars.first == "_"
        if isSpaced { scalars.removeFirst() }
        let isFollowed = scalars.count > 1 && scalars.last == "_"
        if isFollowed { scalars.removeLast() }
        var count = 1
        while count < 3, scalars.count > 1, scalars.last == "+" {
            scalars.removeLast()
            count += 1
        }
        let mark = String(scalars)
        guard !mark.unicodeScalars.contains("\u{FFFD}") else { return .type("a symbol") }
        if mark == "\"", count == 1 { return .type("a quotation mark") }
        let marks = String(repeating: mark, count: count)
        let before = isSpaced && !"([{<“‘«¿¡".contains(mark) ? " " : ""
        let behind = isFollowed && !".,;:!?)]}>”’»…".contains(mark) ? " " : ""
        return .quoted(before + marks + behind, isWord: false)
    }

    private static let types = [
        "U": "a link", "E": "an e-mail address", "H": "a name with @", "T": "a hashtag", "J": "an emoji",
        "0x": "a number of six digits or more", "a_a": "a word with an underscore",
        "A_A": "a capitalized word with an underscore", "a0": "a word with digits",
        "z": "a Chinese or Japanese word", "a1": "a one-letter word", "a3": "a word of 2 or 3 letters",
        "a6": "a word of 4 to 6 letters", "a9": "a word of 7 letters or more", "A1": "a single capital",
        "A3": "a capitalized word of 2 or 3 letters", "A6": "a capitalized word of 4 to 6 letters",
        "A9": "a capitalized word of 7 letters or more", "AA": "a word in capitals",
        "AaA": "a capitalized word with more capitals inside", "aA": "a word with capitals inside",
    ]

    /// The part as a noun.
    private var noun: String {
        switch self {
        case .textStart: "the start of the text"
        case .textEnd: "the end of the text"
        case .lineEnd: "a line end"
        case .blankLine: "a blank line"
        case .indentation: "an indentation"
        case .quoted(let text, _): "“\(text)”"
        case .type(let name): name
        }
    }

    /// Returns the phrase of two parts in sequence.
    static func phrase(_ left: TokenPart, _ right: TokenPart) -> String {
        switch (left, right) {
        case (.textStart, .textEnd): "an empty text"
        case (.textStart, _): "the text starts with \(right.noun)"
        case (_, .textEnd): "the text ends with \(left.noun)"
        case (.lineEnd, .indentation): "an indented line"
        case (.blankLine, .indentation): "an indented line below a blank line"
        case (.lineEnd, _): "a line starts with \(right.noun)"
        case (.blankLine, _): "a paragraph starts with \(right.noun)"
        case (.indentation, _): "an indented line starts with \(right.noun)"
        case (_, .lineEnd): "a line ends with \(left.noun)"
        case (_, .blankLine): "a paragraph ends with \(left.noun)"
        case (.quoted(let one, true), .quoted(let other, true)): "words “\(one) \(other)”"
        default: "\(left.noun) followed by \(right.noun)"
        }
    }
}
