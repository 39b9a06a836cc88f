/// Cuts texts of ASCII alone into words and sentences, where ICU would cut them (`ASCIISegmenterTests` hold the two
/// equal). UAX #29 with ICU's English tailoring: `:` does not join letters, `@` counts as a letter.
enum ASCIISegmenter {
    /// What a character is to the word rules.
    private enum Word: UInt8 {
        case other, letter, numeric, extend, middleOfBoth, middleOfNumbers, space, carriageReturn
    }

    private static let words: [Word] = (0..<128).map { byte -> Word in
        switch UInt8(byte) {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "@"):
            .letter
        case UInt8(ascii: "0")...UInt8(ascii: "9"): .numeric
        case UInt8(ascii: "_"): .extend
        case UInt8(ascii: "."), UInt8(ascii: "'"): .middleOfBoth
        case UInt8(ascii: ","), UInt8(ascii: ";"): .middleOfNumbers
        case UInt8(ascii: " "): .space
        case 0x0D: .carriageReturn
        default: .other
        }
    }

    /// What a character is to the sentence rules.
    private enum Sentence: UInt8 {
        case other, lower, upper, numeric, ambiguousTerminal, terminal, close, space, separator, goesOn
    }

    private static let sentences: [Sentence] = (0..<128).map { byte -> Sentence in
        switch UInt8(byte) {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): .lower
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): .upper
        case UInt8(ascii: "0")...UInt8(ascii: "9"): .numeric
        case UInt8(ascii: "."): .ambiguousTerminal
        case UInt8(ascii: "!"), UInt8(ascii: "?"): .terminal
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["),
            UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
            .close
        case UInt8(ascii: " "), 0x09, 0x0B, 0x0C: .space
        case 0x0A, 0x0D: .separator
        case UInt8(ascii: ","), UInt8(ascii: "-"), UInt8(ascii: ":"): .goesOn
        default: .other
        }
    }

    /// Whether all bytes are ASCII.
    static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let raw = UnsafeRawBufferPointer(bytes)
        var offset = 0
        var all: UInt64 = 0
        while offset + 8 <= bytes.count {
            all |= raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            offset += 8
        }
        while offset < bytes.count {
            all |= UInt64(bytes[offset])
            offset += 1
        }
        return all & 0x8080_8080_8080_8080 == 0
    }

    /// Hands each word segment to `body`, in order.
    @inline(__always)
    static func forEachWord(_ bytes: UnsafeBufferPointer<UInt8>, _ body: (_ lower: Int, _ upper: Int) -> Void)
    {
        words.withUnsafeBufferPointer { classes in
            var lower = 0
            while lower < bytes.count {
                let upper = wordEnd(bytes, classes, from: lower)
                body(lower, upper)
                lower = upper
            }
        }
    }

    @inline(__always)
    private static func wordEnd(
        _ bytes: UnsafeBufferPointer<UInt8>, _ classes: UnsafeBufferPointer<Word>, from lower: Int
    ) -> Int {
        var index = lower + 1
        let count = bytes.count
        var current = classes[Int(bytes[lower])]
        switch current {
        case .space:
            while index < count, bytes[index] == UInt8(ascii: " ") { index += 1 }
            return index
        case .carriageReturn: return index < count && bytes[index] == 0x0A ? index + 1 : index
        case .letter, .numeric, .extend: break
        default: return index
        }
        while index < count {
            let next = classes[Int(bytes[index])]
            switch next {
            case .letter, .numeric, .extend: current = next
            case .middleOfBoth, .middleOfNumbers:
                guard index + 1 < count else { return index }
                let behind = classes[Int(bytes[index + 1])]
                let joins =
                    current == .numeric && behind == .numeric
                    || next == .middleOfBoth && current == .letter && behind == .letter
                guard joins else { return index }
                index += 1
                current = behind
            default: return index
            }
            index += 1
        }
        return index
    }

    /// Hands each sentence to `body`, in order, with the white space behind it.
    @inline(__always)
    static func forEachSentence(
        _ bytes: UnsafeBufferPointer<UInt8>, _ body: (_ lower: Int, _ upper: Int) -> Void
    ) {
        sentences.withUnsafeBufferPointer { classes in
            var lower = 0
            while lower < bytes.count {
                let upper = sentenceEnd(bytes, classes, from: lower)
                body(lower, upper)
                lower = upper
            }
        }
    }

    private static func sentenceEnd(
        _ bytes: UnsafeBufferPointer<UInt8>, _ classes: UnsafeBufferPointer<Sentence>, from lower: Int
    ) -> Int {
        var index = lower
        while index < bytes.count {
            switch classes[Int(bytes[index])] {
            case .separator: return afterSeparator(bytes, index)
            case .ambiguousTerminal, .terminal:
                let (next, isEnd) = afterTerminal(bytes, classes, index, from: lower)
                if isEnd { return next }
                index = next
            default: index += 1
            }
        }
        return index
    }

    private static func afterSeparator(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
        let isPair = bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
        return index + (isPair ? 2 : 1)
    }

    /// Where to go on behind a terminal mark, and whether the sentence ends there (rules SB6 to SB11).
    private static func afterTerminal(
        _ bytes: UnsafeBufferPointer<UInt8>, _ classes: UnsafeBufferPointer<Sentence>, _ index: Int,
        from lower: Int
    ) -> (next: Int, isEnd: Bool) {
        let count = bytes.count
        let isAmbiguous = classes[Int(bytes[index])] == .ambiguousTerminal
        var next = index + 1
        if isAmbiguous, next < count {
            let behind = classes[Int(bytes[next])]
            if behind == .numeric { return (next, false) }
            if behind == .upper, index > lower {
                let before = classes[Int(bytes[index - 1])]
                if before == .upper || before == .lower { return (next, false) }
            }
        }
        while next < count, classes[Int(bytes[next])] == .close { next += 1 }
        while next < count, classes[Int(bytes[next])] == .space { next += 1 }
        guard next < count else { return (next, true) }
        switch classes[Int(bytes[next])] {
        case .goesOn, .terminal, .ambiguousTerminal: return (next, false)
        case .separator: return (afterSeparator(bytes, next), true)
        default: break
        }
        if isAmbiguous, goesOnInLowerCase(bytes, classes, next) { return (next, false) }
        return (next, true)
    }

    /// Whether the first letter, terminal or separator from here on is a lower-case letter (rule SB8).
    private static func goesOnInLowerCase(
        _ bytes: UnsafeBufferPointer<UInt8>, _ classes: UnsafeBufferPointer<Sentence>, _ start: Int
    ) -> Bool {
        var index = start
        while index < bytes.count {
            switch classes[Int(bytes[index])] {
            case .lower: return true
            case .upper, .separator, .terminal, .ambiguousTerminal: return false
            default: index += 1
            }
        }
        return false
    }
}
