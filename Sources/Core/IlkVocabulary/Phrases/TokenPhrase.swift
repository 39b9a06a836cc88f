/// The phrases of tokens: words, pairs of words, word patterns and letter sequences.
enum TokenPhrase {
    /// Returns the phrase of a token without an example.
    static func text(_ name: TokenName) -> String {
        switch name.group {
        case .unigrams: return word(name.feature)
        case .characterNgrams: return letters(name.feature)
        case .wordNgrams:
            let isWord = name.feature.unicodeScalars.contains { $0.properties.isAlphabetic }
            if let placeholder = placeholders[name.feature] { return "parts of \(placeholder)" }
            if name.feature.count > 1, isWord { return "letters in “\(shortened(name.feature))”" }
            if isNumber(name.feature) { return "parts of \(number(name.feature))" }
            return quoted(name.feature, isLetters: isWord)
        case .bigrams, .skeletonBigrams:
            let parts = name.parts
            guard parts.count == 2 else { return "words “\(shortened(name.feature))”" }
            let read = name.group == .bigrams ? TokenPart.init(ofBigram:) : TokenPart.init(ofSkeleton:)
            return TokenPart.phrase(read(parts[0]), read(parts[1]))
        }
    }

    /// Returns the phrase of a token with an example: a part of the text, or an n-gram within the word.
    static func text(_ name: TokenName, quoting example: String) -> String {
        guard name.hasLetters else { return Evidence.phrase(text(name), quoting: example) }
        let word = shortened(name.feature)
        return example == name.feature ? "letters “\(word)”" : "letters such as “\(example)” in “\(word)”"
    }

    /// The phrases of the placeholders for links, addresses and other tokens that are not words.
    static let placeholders = [
        "<url>": "a link", "<email>": "an e-mail address", "<handle>": "a name with @", "<tag>": "a hashtag",
        "<emoji>": "an emoji",
    ]

    /// Returns a text for a quotation. A text of more than 32 characters is cut, and `…` is appended.
    static func shortened(_ text: String) -> String {
        text.count > 32 ? text.prefix(31) + "…" : text
    }

    private static func word(_ word: String) -> String {
        if let placeholder = placeholders[word] { return placeholder }
        if isNumber(word) { return number(word) }
        let isGeneric = word.utf8.contains(UInt8(ascii: "0"))
        return isGeneric ? "word like “\(shortened(word))” with any number" : "word “\(shortened(word))”"
    }

    /// Returns `true` if a name is the shape of a number, in which `0` stands for any digit, such as `00` or
    /// `0.00`.
    static func isNumber(_ name: String) -> Bool {
        name.utf8.contains(UInt8(ascii: "0"))
            && name.unicodeScalars.allSatisfy { $0.isASCIIDigit || ".,:;'/_".unicodeScalars.contains($0) }
    }

    /// Returns the phrase for the shape of a number: `00` → “a two-digit number”.
    static func number(_ name: String) -> String {
        guard name.utf8.allSatisfy(\.isASCIIDigit) else { return "a number like “\(name)”" }
        return switch name.utf8.count {
        case 1: "a one-digit number"
        case 2: "a two-digit number"
        case 3: "a three-digit number"
        case 4: "a four-digit number"
        case 5: "a five-digit number"
        default: "a number of six digits or more"
        }
    }

    /// Returns the phrase of a character n-gram. The n-gram may begin or end at an edge of the text or a
    /// line.
    private static func letters(_ feature: String) -> String {
        var scalars = feature.unicodeScalars[...]
        let isStart = scalars.first == TokenName.textStart
        let isEnd = scalars.last == TokenName.textEnd
        if isStart { scalars.removeFirst() }
        if isEnd, !scalars.isEmpty { scalars.removeLast() }
        let parts = scalars.split(separator: TokenName.lineEnd, omittingEmptySubsequences: false)
            .map { part in String(String.UnicodeScalarView(part.map { $0 == TokenName.blank ? " " : $0 })) }
        let named = parts.enumerated().flatMap { index, part in
            (index > 0 ? ["a line end"] : [])
                + (part.isEmpty ? [] : [part.allSatisfy { $0 == " " } ? "a space" : "“\(part)”"])
        }
        let edges = (isStart ? " at the start of the text" : "") + (isEnd ? " at the end of the text" : "")
        guard parts.contains(where: { $0.contains { $0 != " " } }) else {
            let phrase = named.joined(separator: ", ") + edges
            return phrase.hasPrefix(" at ") ? String(phrase.dropFirst(4)) : phrase
        }
        let isLetters = parts.allSatisfy { part in
            part.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || $0 == " " }
        }
        let note = scalars.contains { $0.isASCIIDigit } ? ", 0 for any digit" : ""
        let noun = isLetters ? "letter" : "character"
        return "\(noun)\(scalars.count == 1 ? "" : "s") \(named.joined(separator: ", "))\(edges)\(note)"
    }

    private static func quoted(_ text: String, isLetters: Bool) -> String {
        "\(isLetters ? "letter" : "character")\(text.count == 1 ? "" : "s") “\(shortened(text))”"
    }
}
