import IlkVocabulary

/// One pass over a text: from one character that might end a sentence to the next, looking around each.
///
/// What is looked at around a character is bounded, or is remembered so that it is not looked at again; that makes
/// the pass linear.
struct SentenceScanner {
    // The caller's bytes, which live and do not change while `scan` runs.
    let base: UnsafePointer<UInt8>
    let count: Int
    let language: SentenceLanguage
    let lexicon: SentenceLexicon

    /// The first byte of the sentence that is being read.
    var start = 0
    /// Whether its first letter is a small one, or it is a stretch of informal text.
    var startsLower = false
    /// The next byte to look at.
    var position = 0
    /// The item of a list that is being read.
    var item: Item?
    /// The paragraph whose lines were measured.
    var block = Block(upper: -1, width: 0)
    /// Up to where a closer of a kind was looked for in vain, by kind.
    var vain = SIMD8<Int>()

    /// Where the last web address ended.
    var addressEnd = 0

    /// The number of an item of a list.
    struct Item {
        /// How it is written: `.`, `)`, `.)` and `(…)`.
        enum Form: UInt8 { case stop, parenthesis, both, enclosed }
        var form: Form
        var isNumber: Bool
        /// The number, or the place in the alphabet.
        var value: Int
        /// The value as a Roman number, or 0.
        var roman: Int
        /// The byte behind it.
        var end: Int
    }

    /// A paragraph that was measured up to a byte.
    struct Block {
        var upper: Int
        /// The characters of its widest line.
        var width: Int
        /// Whether its last line ends in a stop.
        var isStopped = false
    }

    init(
        base: UnsafePointer<UInt8>, count: Int, language: SentenceLanguage, lexicon: SentenceLexicon
    ) {
        self.base = base
        self.count = count
        self.language = language
        self.lexicon = lexicon
    }

    /// Appends the sentences.
    mutating func scan(into spans: inout [TextSpan]) {
        begin(at: 0)
        SentenceMark.bytes.withUnsafeBufferPointer { marks in
            while true {
                while position < count, marks[Int(base[position])] == .none { position += 1 }
                guard position < count else { break }
                look(at: marks[Int(base[position])], into: &spans)
            }
        }
        cut(at: count, into: &spans)
    }

    /// Looks at the character at `position` and goes on behind it.
    private mutating func look(at mark: SentenceMark, into spans: inout [TextSpan]) {
        switch mark {
        case .none, .strongStop, .ellipsis, .bullet: position += 1
        case .stop: stop(into: &spans)
        case .line: line(into: &spans)
        case .opener: open(scalar: UInt32(base[position]), length: 1, into: &spans)
        case .parenthesis: parenthesis(into: &spans)
        case .colon: colon(into: &spans)
        case .ruler: ruler(into: &spans)
        case .lead: lookFurther(into: &spans)
        }
    }

    private mutating func lookFurther(into spans: inout [TextSpan]) {
        let (scalar, length) = character(at: position)
        switch SentenceMark.mark(of: scalar) {
        case .strongStop, .ellipsis: stop(into: &spans)
        case .line: line(into: &spans)
        case .opener: open(scalar: scalar, length: length, into: &spans)
        case .bullet: bullet(length: length, into: &spans)
        default:
            if scalar < 0x1F000 || !endsAtFace(into: &spans) { position += length }
        }
    }

    /// Ends the sentence before `end` and begins one behind it.
    mutating func cut(at end: Int, into spans: inout [TextSpan]) {
        let upper = trimmed(end)
        if upper > start { spans.append(TextSpan(start, upper)) }
        begin(at: end)
    }

    /// Begins a sentence at the first character at or behind `offset` that is no white space.
    mutating func begin(at offset: Int) {
        start = skipSpace(offset)
        position = start
        item = nil
        startsLower = false
        guard start < count else { return }
        enterItem()
        startsLower = letterCase(skipOpeners(position)) == .lower
    }

    /// The end of a stretch without the white space behind it.
    private func trimmed(_ end: Int) -> Int {
        var end = end
        while end > start {
            let (scalar, lower) = character(before: end)
            if !Self.isSpace(scalar) { break }
            end = lower
        }
        return max(end, start)
    }
}
