import IlkVocabulary

/// What one pass over the lines finds: how they begin and end, and how long they are.
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
    private var lengthSum = 0.0
    private var lengthSquares = 0.0

    var meanLength: Double { lines == 0 ? 0 : lengthSum / Double(lines) }
    var lengthDeviation: Double {
        guard lines > 1 else { return 0 }
        return max(0, lengthSquares / Double(lines) - meanLength * meanLength).squareRoot()
    }

    /// Surveys the lines of a text; `spans` are all of them, blank ones too. `words` says how many words a line has,
    /// and how many of them are function words.
    mutating func survey(
        _ bytes: UnsafeBufferPointer<UInt8>, lines spans: [TextSpan],
        words: (Int) -> (all: Int, function: Int)
    ) {
        var previousIsBlank = true
        for (index, span) in spans.enumerated() {
            let wordCounts = words(index)
            guard let line = Line(bytes, span) else {
                previousIsBlank = true
                blank += 1
                continue
            }
            lines += 1
            if previousIsBlank { paragraphs += 1 }
            count(line)
            if line.isProse(words: wordCounts.all, function: wordCounts.function) {
                prose += 1
            } else if line.isCode {
                code += 1
            }
            let nextIsBlank = index + 1 == spans.count || Line(bytes, spans[index + 1]) == nil
            if line.isMarkedHeading || line.isUnderline && !previousIsBlank
                || (previousIsBlank && nextIsBlank && spans.count > 2 && line.looksLikeHeading)
            {
                headings += 1
            }
            previousIsBlank = false
        }
        findGreetingAndClosing(bytes, spans)
        if lines == 1, let span = spans.first(where: { Line(bytes, $0) != nil }), let line = Line(bytes, span)
        {
            hasAddressee = line.hasAddressee
        }
    }

    private mutating func count(_ line: Line) {
        let characters = line.characterCount
        let length = Double(characters)
        longest = max(longest, characters)
        if characters >= 55, characters <= 80 { wrapped += 1 }
        if line.isKeyValue { keyValues += 1 }
        if !line.hasWordByte { symbolic += 1 }
        if line.isAttribution { attributions += 1 }
        if line.isSubject { hasSubject = true }
        lengthSum += length
        lengthSquares += length * length
        if line.isHeader { headers += 1 }
        if line.isQuoted { quoted += 1 }
        if line.isSpeaker { speakers += 1 }
        if line.indentation >= 2 || line.startsWithTab { indented += 1 }
        if line.endsLikeCode { codeEnds += 1 }
        if line.isComment { comments += 1 }
        if line.isListItem { lists += 1 }
        if line.isSignatureMark { hasSignature = true }
    }

    /// Looks for a salutation among the first three lines behind any header, and a farewell among the last six.
    private mutating func findGreetingAndClosing(_ bytes: UnsafeBufferPointer<UInt8>, _ spans: [TextSpan]) {
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
