import IlkVocabulary

/// The features computed in one pass over the lines: features of their beginnings, ends and lengths.
///
/// A property is not evaluated if the first byte, the last byte or the first colon of a line excludes it. The
/// reference implementation `ReferenceSurvey` evaluates all properties.
struct LineSurvey {
    private var lengths = Lengths()
    private var blank = 0
    private var longest = 0
    private let features: FeatureValues

    init(_ features: FeatureValues) { self.features = features }

    private static let ratios: [TextFeature] = [
        .speakerLineRatio, .indentedLineRatio, .codeLineEndRatio, .commentLineRatio, .headingLineRatio,
        .listLineRatio, .keyValueLineRatio, .symbolLineRatio, .wrappedLineRatio, .proseLineRatio,
        .codeLineRatio,
    ]

    /// Surveys the lines of a text, including blank lines, and runs the survey of the bytes line by line. The
    /// survey of the words must be complete.
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
            if previousIsBlank { features.count(.paragraphCount) }
            count(line, counts)
            if line.isProse(words: lineWords.all, function: lineWords.function, symbols: counts.lineSymbols) {
                features.count(.proseLineRatio)
            } else if line.isCode {
                features.count(.codeLineRatio)
            }
            if isHeading(line, previousIsBlank, index, text) { features.count(.headingLineRatio) }
            previousIsBlank = false
        }
        findGreetingAndClosing(text.bytes, spans)
        findAddressee(text)
        write()
    }

    private func write() {
        let lines = lengths.count
        features[.lineCount] = Double(lines)
        features[.meanLineLength] = lengths.mean
        features[.lineLengthDeviation] = lengths.deviation
        features[.longestLineLength] = Double(longest)
        features[.blankLineRatio] = FeatureSurvey.ratio(blank, lines + blank)
        features.divide(Self.ratios, by: lines)
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
        lengths.add(characters)
        if characters >= 55, characters <= 80 { features.count(.wrappedLineRatio) }
        if line.indentation >= 2 || line.startsWithTab { features.count(.indentedLineRatio) }
        if !counts.hasWordByte { features.count(.symbolLineRatio) }
        if line.endsLikeCode { features.count(.codeLineEndRatio) }
        if line.mayBeAttribution, line.isAttribution { features.count(.attributionCount) }
        countBeginning(line)
    }

    private func countBeginning(_ line: Line) {
        if line.mayBeMarked {
            if line.isQuoted { features.count(.quotedLineCount) }
            if line.isComment { features.count(.commentLineRatio) }
            if line.isListItem { features.count(.listLineRatio) }
            if line.isSignatureMark { features.set(.signature, true) }
            if line.isMarkedSpeaker { features.count(.speakerLineRatio) }
        }
        guard let colon = line.firstColon else { return }
        if line.isKeyValue(colon) { features.count(.keyValueLineRatio) }
        if line.isSubject { features.set(.subjectPrefix, true) }
        if line.isHeader(colon) {
            features.count(.headerLineCount)
        } else if line.isNamedSpeaker(colon) {
            features.count(.speakerLineRatio)
        }
    }

    private func findAddressee(_ text: AnalyzedText.View) {
        guard lengths.count == 1 else { return }
        for span in text.lines {
            guard let line = Line(text.bytes, span) else { continue }
            features.set(.addresseeStart, line.hasAddressee)
            return
        }
    }

    /// Searches the first three lines after any header for a salutation, and the last eight lines for a
    /// farewell.
    private func findGreetingAndClosing(
        _ bytes: UnsafeBufferPointer<UInt8>, _ spans: UnsafeBufferPointer<TextSpan>
    ) {
        guard lengths.count >= 2 else { return }
        var looked = 0
        for span in spans {
            guard let line = Line(bytes, span) else { continue }
            if line.isHeader || line.isQuoted { continue }
            if line.isGreeting {
                features.set(.greeting, true)
                break
            }
            looked += 1
            if looked == 3 { break }
        }
        looked = 0
        for span in spans.reversed() {
            guard let line = Line(bytes, span) else { continue }
            if line.isClosing {
                features.set(.closing, true)
                break
            }
            looked += 1
            if looked == 8 { break }
        }
    }
}

/// Counts the words of each line by walking lines and words in parallel.
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

    /// Returns the number of uncounted words that begin before `end`, and of the function words among them.
    /// If `end` is `nil`, all remaining words are counted.
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
