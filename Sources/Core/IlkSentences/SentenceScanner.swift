import IlkVocabulary

/// Splits a text in one pass that stops at each character that can end a sentence and examines its context.
///
/// The length of the examined context is bounded, or the result is cached. The pass therefore takes linear
/// time.
struct SentenceScanner {
    // The caller owns the memory and does not change it while `scan` runs.
    let base: UnsafePointer<UInt8>
    let count: Int
    let language: SentenceLanguage
    let lexicon: SentenceLexicon

    /// The first byte of the current sentence.
    var start = 0
    /// `true` if the first letter of the sentence is lower case, which is a sign of informal text.
    var startsLower = false
    var position = 0
    /// The list item at the start of the current sentence.
    var item: Item?
    /// The last measured paragraph.
    var block = Block(upper: -1, width: 0)
    /// The offset up to which the search for a closing mark failed, by type of mark.
    var failedSearches = SIMD8<Int>()

    /// The end of the last URL.
    var addressEnd = 0

    /// The number of a list item.
    struct Item {
        /// The form of the number: `.`, `)`, `.)` or `(…)`.
        enum Form: UInt8 { case stop, parenthesis, both, enclosed }
        var form: Form
        var isNumber: Bool
        /// The number, or the position of the letter in the alphabet.
        var value: Int
        /// The value as a Roman numeral, or 0.
        var roman: Int
        /// The offset after the number.
        var end: Int
        /// `true` for a capital with a full stop, which may also be an initial: 'A. Smith'.
        var isInitial = false
    }

    /// A paragraph, measured up to an offset.
    struct Block {
        var upper: Int
        /// The length of its longest line in characters.
        var width: Int
        /// `true` if its last line ends with a terminator.
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

    mutating func scan(into spans: inout [TextSpan]) {
        begin(at: 0)
        SentenceMark.bytes.withUnsafeBufferPointer { marks in
            while true {
                while position < count, marks[Int(base[position])] == .none { position += 1 }
                guard position < count else { break }
                handle(at: marks[Int(base[position])], into: &spans)
            }
        }
        cut(at: count, into: &spans)
    }

    /// Handles the character at `position` and moves past it.
    private mutating func handle(at mark: SentenceMark, into spans: inout [TextSpan]) {
        switch mark {
        case .none, .strongStop, .ellipsis, .bullet: position += 1
        case .terminator: stop(into: &spans)
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

    /// Ends the sentence before `end` and begins the next one after it.
    mutating func cut(at end: Int, into spans: inout [TextSpan]) {
        let upper = trimmed(end)
        if upper > start { spans.append(TextSpan(start, upper)) }
        begin(at: end)
    }

    /// Begins a sentence at the first character at or after `offset` that is not white space.
    mutating func begin(at offset: Int) {
        start = skipSpace(offset)
        position = start
        item = nil
        startsLower = false
        guard start < count else { return }
        enterItem()
        startsLower = letterCase(skipOpeners(position)) == .lower
    }

    /// Returns the end of the current sentence without trailing white space.
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
