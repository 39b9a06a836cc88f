import IlkVocabulary

/// What one pass over the lines finds: how they begin and end, and how long they are.
///
/// A line is asked only what its first and last byte and its first colon leave open. `PlainSurvey` asks everything.
struct LineSurvey {
    var lines = 0
    var paragraphs = 0
    var headers = 0
    var quoted = 0
    var speakers = 0
    var indented = 0
    var codeEnds = 0
    var comments = 0
    var headings = 0
    var lists = 0
    var blank = 0
    var keyValues = 0
    var symbolic = 0
    var wrapped = 0
    var prose = 0
    var code = 0
    var longest = 0
    var attributions = 0
    var hasSubject = false
    var hasAddressee = false
    var hasSignature = false
    var hasGreeting = false
    var hasClosing = false
    private var lengthSum = 0
    private var lengthSquares = 0

    var meanLength: Double { lines == 0 ? 0 : Double(lengthSum) / Double(lines) }
    var lengthDeviation: Double {
        guard lines > 1 else { return 0 }
        return max(0, Double(lengthSquares) / Double(lines) - meanLength * meanLength).squareRoot()
    }

    /// Surveys the lines of a text, blank ones too, and their bytes.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - words: The words that were surveyed before.
    ///   - marks: What is found in the bytes.
    mutating func survey(
        _ text: AnalyzedText.View, words: WordSurvey, marks: inout ByteSurvey
    ) {
        var walk = LineWords(text, all: words.words, function: words.count(of: .function))
        var previousIsBlank = true
        let spans = text.lines
        for index in spans.indices {
            let isLast = index + 1 == spans.count
            let next = isLast ? text.bytes.count : spans[index + 1].lowerBound
            let counts = marks.survey(text.bytes, spans[index].lowerBound..<next)
            let lineWords = walk.next(before: isLast ? nil : spans[index].upperBound)
            guard let line = Line(text.bytes, spans[index]) else {
                previousIsBlank = true
                blank += 1
                continue
            }
            lines += 1
            if previousIsBlank { paragraphs += 1 }
            count(line, counts)
            if line.isProse(words: lineWords.all, function: lineWords.function, symbols: counts.lineSymbols) {
                prose += 1
            } else if line.isCode {
                code += 1
            }
            if isHeading(line, previousIsBlank, index, text) { headings += 1 }
            previousIsBlank = false
        }
        findGreetingAndClosing(text.bytes, spans)
        findAddressee(text)
    }

    @inline(__always)
    private func isHeading(_ line: Line, _ previousIsBlank: Bool, _ index: Int, _ text: AnalyzedText.View)
        -> Bool
    {
        if line.mayBeMarked, line.isMarkedHeading || line.isUnderline && !previousIsBlank { return true }
        guard previousIsBlank, text.lines.count > 2, line.looksLikeHeading else { return false }
        return index + 1 == text.lines.count || Line(text.bytes, text.lines[index + 1]) == nil
    }

    @inline(__always)
    private mutating func count(_ line: Line, _ counts: ByteCounts) {
        let characters = line.count - counts.continuations
        longest = max(longest, characters)
        lengthSum += characters
        lengthSquares += characters * characters
        if characters >= 55, characters <= 80 { wrapped += 1 }
        if line.indentation >= 2 || line.startsWithTab { indented += 1 }
        if !counts.hasWordByte { symbolic += 1 }
        if line.endsLikeCode { codeEnds += 1 }
        if line.mayBeAttribution, line.isAttribution { attributions += 1 }
        countBeginning(line)
    }

    private mutating func countBeginning(_ line: Line) {
        if line.mayBeMarked {
            if line.isQuoted { quoted += 1 }
            if line.isComment { comments += 1 }
            if line.isListItem { lists += 1 }
            if line.isSignatureMark { hasSignature = true }
            if line.isMarkedSpeaker { speakers += 1 }
        }
        guard let colon = line.firstColon else { return }
        if line.isKeyValue(colon) { keyValues += 1 }
        if line.isSubject { hasSubject = true }
        if line.isHeader(colon) {
            headers += 1
        } else if line.isNamedSpeaker(colon) {
            speakers += 1
        }
    }

    private mutating func findAddressee(_ text: AnalyzedText.View) {
        guard lines == 1 else { return }
        for span in text.lines {
            guard let line = Line(text.bytes, span) else { continue }
            hasAddressee = line.hasAddressee
            return
        }
    }

    /// Looks for a salutation among the first three lines behind any header, and a farewell among the last eight.
    private mutating func findGreetingAndClosing(
        _ bytes: UnsafeBufferPointer<UInt8>, _ spans: UnsafeBufferPointer<TextSpan>
    ) {
        guard lines >= 2 else { return }
        var looked = 0
        for span in spans {
            guard let line = Line(bytes, span) else { continue }
            if line.isHeader || line.isQuoted { continue }
            if line.isGreeting {
                hasGreeting = true
                break
            }
            looked += 1
            if looked == 3 { break }
        }
        looked = 0
        for span in spans.reversed() {
            guard let line = Line(bytes, span) else { continue }
            if line.isClosing {
                hasClosing = true
                break
            }
            looked += 1
            if looked == 8 { break }
        }
    }
}

/// Walks lines and words in step, and counts the words of each line.
private struct LineWords {
    private let text: AnalyzedText.View
    private var all: Int
    private var function: Int
    private var word = 0

    init(_ text: AnalyzedText.View, all: Int, function: Int) {
        self.text = text
        self.all = all
        self.function = function
    }

    /// The words that begin before `end` and have not been counted, and the function words among them; nil: the rest.
    @inline(__always)
    mutating func next(before end: Int?) -> (all: Int, function: Int) {
        guard let end else { return (all, function) }
        var found = (all: 0, function: 0)
        while word < text.words.count, Int(text.token(ofWord: word).lowerBound) < end {
            found.all += 1
            if text.wordClasses[word].contains(.function) { found.function += 1 }
            word += 1
        }
        all -= found.all
        function -= found.function
        return found
    }
}
