import IlkVocabulary

extension ReferenceSurvey {
    /// Surveys the lines one by one and evaluates every property of each line. Call this after the survey of
    /// the words.
    mutating func surveyLines(_ text: AnalyzedText.View) {
        var previousIsBlank = true
        var words = Walk(spans(.wordCount))
        var function = Walk(spans(.functionWordRatio))
        for index in text.lines.indices {
            guard let line = Line(text.bytes, text.lines[index]) else {
                previousIsBlank = true
                blankLines += 1
                note(.blankLineRatio, text.lines[index].range)
                continue
            }
            countLength(line)
            note(.lineCount, line.range)
            if previousIsBlank { note(.paragraphCount, line.range) } else { lengthenParagraph(to: line) }
            countBeginning(line)
            countEnd(line)
            let end = text.lines[index].upperBound
            countMatter(line, words: words.count(before: end), function: function.count(before: end))
            let nextIsBlank = index + 1 == text.lines.count || Line(text.bytes, text.lines[index + 1]) == nil
            let standsAlone = previousIsBlank && nextIsBlank && text.lines.count > 2
            if line.isMarkedHeading || line.isUnderline && !previousIsBlank
                || standsAlone && line.looksLikeHeading
            {
                note(.headingLineRatio, line.range)
            }
            previousIsBlank = false
        }
        findEnds(text)
    }

    private mutating func countLength(_ line: Line) {
        let length = line.characterCount
        let longest = count(.longestLineLength)
        lines.add(length)
        indentation += line.indentation
        if length > longest { set(.longestLineLength, line.range, count: length) }
        if length >= 55, length <= 80 { note(.wrappedLineRatio, line.range) }
        if line.indentation > 0 {
            note(.meanIndentation, line.range.lowerBound - line.indentation..<line.range.lowerBound)
        }
        if line.indentation >= 2 || line.startsWithTab { note(.indentedLineRatio, line.range) }
    }

    private mutating func countBeginning(_ line: Line) {
        if line.isHeader { note(.headerLineCount, line.range) }
        if line.isQuoted { note(.quotedLineCount, line.range) }
        if line.isSpeaker { note(.speakerLineRatio, line.range) }
        if line.isComment { note(.commentLineRatio, line.range) }
        if line.isListItem { note(.listLineRatio, line.range) }
        if line.isKeyValue { note(.keyValueLineRatio, line.range) }
        if line.isSignatureMark { set(.signature, line.range) }
        if line.isSubject { set(.subjectPrefix, line.range) }
        if line.isTimestamped { note(.timestampLineRatio, line.range) }
    }

    private mutating func countEnd(_ line: Line) {
        let last = line.range.upperBound - 1..<line.range.upperBound
        if line.endsLikeCode { note(.codeLineEndRatio, last) }
        if line.endsWithBrace { note(.braceLineEndRatio, last) }
        if line.endsWithSemicolon { note(.semicolonLineEndRatio, last) }
        if line.isAttribution { note(.attributionCount, line.range) }
    }

    private mutating func countMatter(_ line: Line, words: Int, function: Int) {
        if !line.hasWordByte { note(.symbolLineRatio, line.range) }
        if line.isProse(words: words, function: function, symbols: line.symbolCount) {
            note(.proseLineRatio, line.range)
        } else if line.isCode {
            note(.codeLineRatio, line.range)
        }
    }

    /// Counts the spans of each line by walking spans and lines in parallel.
    private struct Walk {
        private let places: [TextSpan]
        private var index = 0

        init(_ places: [TextSpan]) { self.places = places }

        /// Returns the number of uncounted spans that begin before an offset.
        mutating func count(before end: Int) -> Int {
            let start = index
            while index < places.count, places[index].lowerBound < end { index += 1 }
            return index - start
        }
    }

    /// Searches for a salutation, a farewell and an addressee.
    private mutating func findEnds(_ text: AnalyzedText.View) {
        let all = text.lines.compactMap { Line(text.bytes, $0) }
        if all.count == 1, all[0].hasAddressee { set(.addresseeStart, all[0].range) }
        guard all.count >= 2 else { return }
        let own = all.filter { !$0.isHeader && !$0.isQuoted }
        if let greeting = own.prefix(3).first(where: \.isGreeting) { set(.greeting, greeting.range) }
        if let closing = all.suffix(8).last(where: \.isClosing) { set(.closing, closing.range) }
    }
}
