import CICU
package import IlkText
package import IlkVocabulary

/// Segmenters with a fault that the proof must detect: a block reader that is wrong in one place, or a wrong
/// table. They show that the texts exercise the intended cases.
package enum PlantedFault: String, CaseIterable, Sendable {
    case trustsOneByteTooFar, trustsTheBlocksLastByte
    case missesALetterAtTheEdge, takesTheBracketForALetter, missesTheBlankAtTheEdge
    case missesTheCommaBetweenDigits, takesTheColonForAJoiner, missesAnApostropheAtBit31
    case missesCarriageReturns, missesZAsALetter, missesDoubledLettersAtBit40
    case leapsOverAQuestionMark, leapsOverALineFeedAtBit63, leapsOverWhatIsNotASCII
    case missesAnAtAtBit62
    case losesABoundaryOfTheWordRules, losesABoundaryOfTheSentenceRules
    case sendsAWordStateAstray, sendsASentenceStateAstray, mistakesACategoryOfASCII

    package func cutter(locale: String) throws -> any ComparableCutter {
        switch self {
        case .trustsOneByteTooFar: try TextTokenizer<OneByteTooFar>(locale: locale)
        case .trustsTheBlocksLastByte: try TextTokenizer<LastByteTrusted>(locale: locale)
        case .missesALetterAtTheEdge: try TextTokenizer<LetterAtTheEdge>(locale: locale)
        case .takesTheBracketForALetter: try TextTokenizer<BracketForALetter>(locale: locale)
        case .missesTheBlankAtTheEdge: try TextTokenizer<BlankAtTheEdge>(locale: locale)
        case .missesTheCommaBetweenDigits: try TextTokenizer<CommaBetweenDigits>(locale: locale)
        case .takesTheColonForAJoiner: try TextTokenizer<ColonForAJoiner>(locale: locale)
        case .missesAnApostropheAtBit31: try TextTokenizer<ApostropheAtBit31>(locale: locale)
        case .missesCarriageReturns: try TextTokenizer<CarriageReturns>(locale: locale)
        case .missesZAsALetter: try TextTokenizer<SmallZ>(locale: locale)
        case .missesDoubledLettersAtBit40: try TextTokenizer<DoubledAtBit40>(locale: locale)
        case .leapsOverAQuestionMark: try TextTokenizer<QuestionMark>(locale: locale)
        case .leapsOverALineFeedAtBit63: try TextTokenizer<LineFeedAtBit63>(locale: locale)
        case .leapsOverWhatIsNotASCII: try TextTokenizer<NotASCII>(locale: locale)
        case .missesAnAtAtBit62: try TextTokenizer<AtAtBit62>(locale: locale)
        default: try cutterWithFaultyTables(locale: locale)
        }
    }

    private func cutterWithFaultyTables(locale: String) throws -> any ComparableCutter {
        let cutter = try TextTokenizer<VectorReader>(locale: locale)
        let isOfSentences = self == .losesABoundaryOfTheSentenceRules || self == .sendsASentenceStateAstray
        guard let rules = isOfSentences ? cutter.sentenceRules : cutter.wordRules else { return cutter }
        func entry(behind text: String, _ next: Character) -> Int {
            rules.row(behind: text) + Int(rules.ascii[Int(next.asciiValue ?? 0)])
        }
        switch self {
        case .losesABoundaryOfTheWordRules: rules.table[entry(behind: "a.", "a")] &= ~1
        case .losesABoundaryOfTheSentenceRules: rules.table[entry(behind: "a.", ")")] &= ~1
        case .sendsAWordStateAstray: rules.table[entry(behind: "0,", "0")] = 0
        case .sendsASentenceStateAstray: rules.table[entry(behind: "a. ", "(")] = 0
        default: rules.ascii[Int(UInt8(ascii: "_"))] = rules.ascii[Int(UInt8(ascii: "-"))]
        }
        return cutter
    }
}

extension BreakAutomaton {
    /// Returns the row after the first characters of a segment, which must be ASCII.
    fileprivate func row(behind text: String) -> Int {
        text.utf8.reduce(firstRow) { row, byte in Int(table[row + Int(ascii[Int(byte & 0x7F)])]) >> 1 }
    }
}

/// The interface through which a proof uses a cutter.
package protocol ComparableCutter {
    func cut(
        _ bytes: UnsafeBufferPointer<UInt8>, into text: inout TokenizedText, sentences: inout [TextSpan])
}

extension TextTokenizer: ComparableCutter {}

extension TextAnalyzer: ComparableCutter {
    package func cut(
        _ bytes: UnsafeBufferPointer<UInt8>, into text: inout TokenizedText, sentences: inout [TextSpan]
    ) {
        segment(bytes, into: &text, sentences: &sentences)
    }
}

/// A reader that modifies the output of the vector code.
private protocol ChangedReader: BlockReader {
    static func change(_ block: inout ilk_block, _ bytes: UnsafePointer<UInt8>)
    static func change(_ joiners: inout ilk_joiners, _ bytes: UnsafePointer<UInt8>)
    static func change(_ doubled: inout UInt64)
    static func change(_ block: inout ilk_stop_block, _ bytes: UnsafePointer<UInt8>)
    static func change(special: inout UInt64, _ bytes: UnsafePointer<UInt8>)
}

extension ChangedReader {
    static func change(_ block: inout ilk_block, _ bytes: UnsafePointer<UInt8>) {}
    static func change(_ joiners: inout ilk_joiners, _ bytes: UnsafePointer<UInt8>) {}
    static func change(_ doubled: inout UInt64) {}
    static func change(_ block: inout ilk_stop_block, _ bytes: UnsafePointer<UInt8>) {}
    static func change(special: inout UInt64, _ bytes: UnsafePointer<UInt8>) {}

    package static func read(_ bytes: UnsafePointer<UInt8>, _ alphabet: ASCIIAlphabet) -> ilk_block {
        var block = VectorReader.read(bytes, alphabet)
        change(&block, bytes)
        return block
    }

    package static func readUpper(_ bytes: UnsafePointer<UInt8>) -> UInt64 { VectorReader.readUpper(bytes) }

    package static func readDoubled(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
        var doubled = VectorReader.readDoubled(bytes)
        change(&doubled)
        return doubled
    }

    package static func readJoiners(_ bytes: UnsafePointer<UInt8>, _ alphabet: ASCIIAlphabet) -> ilk_joiners {
        var joiners = VectorReader.readJoiners(bytes, alphabet)
        change(&joiners, bytes)
        return joiners
    }

    package static func readStops(_ bytes: UnsafePointer<UInt8>) -> ilk_stop_block {
        var block = VectorReader.readStops(bytes)
        change(&block, bytes)
        return block
    }

    package static func readSpecial(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
        var special = VectorReader.readSpecial(bytes)
        change(special: &special, bytes)
        return special
    }
}

private func places(of byte: Character, _ bytes: UnsafePointer<UInt8>) -> UInt64 {
    (0..<64).reduce(0) { bytes[$1] == byte.asciiValue ? $0 | 1 << UInt64($1) : $0 }
}

private enum OneByteTooFar: ChangedReader {
    static func certain(before end: Int) -> UInt64 { end >= 63 ? ~0 >> 1 : (1 << UInt64(end)) - 1 }
}
private enum LastByteTrusted: ChangedReader {
    static func certain(before end: Int) -> UInt64 { end == 64 ? ~0 : VectorReader.certain(before: end) }
}
private enum LetterAtTheEdge: ChangedReader {
    static func change(_ block: inout ilk_block, _ bytes: UnsafePointer<UInt8>) { block.letter &= ~(1 << 63) }
}
private enum BracketForALetter: ChangedReader {
    static func change(_ block: inout ilk_block, _ bytes: UnsafePointer<UInt8>) {
        block.word |= places(of: "[", bytes)
    }
}
private enum BlankAtTheEdge: ChangedReader {
    static func change(_ block: inout ilk_block, _ bytes: UnsafePointer<UInt8>) { block.blank &= ~(1 << 62) }
}
private enum CommaBetweenDigits: ChangedReader {
    static func change(_ joiners: inout ilk_joiners, _ bytes: UnsafePointer<UInt8>) {
        joiners.digits &= ~places(of: ",", bytes)
    }
}
private enum ColonForAJoiner: ChangedReader {
    static func change(_ joiners: inout ilk_joiners, _ bytes: UnsafePointer<UInt8>) {
        joiners.letters |= places(of: ":", bytes)
    }
}
private enum ApostropheAtBit31: ChangedReader {
    static func change(_ joiners: inout ilk_joiners, _ bytes: UnsafePointer<UInt8>) {
        joiners.letters &= ~(1 << 31)
    }
}
private enum CarriageReturns: ChangedReader {
    static func change(_ block: inout ilk_block, _ bytes: UnsafePointer<UInt8>) { block.carriageReturn = 0 }
}
private enum SmallZ: ChangedReader {
    static func change(_ block: inout ilk_block, _ bytes: UnsafePointer<UInt8>) {
        block.alphabetic &= ~places(of: "z", bytes)
    }
}
private enum DoubledAtBit40: ChangedReader {
    static func change(_ doubled: inout UInt64) { doubled &= ~(1 << 40) }
}
private enum QuestionMark: ChangedReader {
    static func change(_ block: inout ilk_stop_block, _ bytes: UnsafePointer<UInt8>) {
        block.stops &= ~places(of: "?", bytes)
    }
}
private enum LineFeedAtBit63: ChangedReader {
    static func change(_ block: inout ilk_stop_block, _ bytes: UnsafePointer<UInt8>) {
        block.lineEnds &= ~(1 << 63)
    }
}
private enum AtAtBit62: ChangedReader {
    static func change(special: inout UInt64, _ bytes: UnsafePointer<UInt8>) {
        special &= ~(places(of: "@", bytes) & 1 << 62)
    }
}
private enum NotASCII: ChangedReader {
    static func change(_ block: inout ilk_stop_block, _ bytes: UnsafePointer<UInt8>) {
        block.high &= block.high << 1
    }
}
