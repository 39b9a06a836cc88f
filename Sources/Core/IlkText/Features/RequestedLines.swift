import IlkVocabulary

/// What a second pass over the lines finds, for those who ask for all features.
struct RequestedLines {
    var lines = 0
    var timestamps = 0
    var braceEnds = 0
    var semicolonEnds = 0
    var indentation = 0

    /// Surveys the lines of a text.
    mutating func survey(_ text: AnalyzedText.View) {
        for span in text.lines {
            guard let line = Line(text.bytes, span) else { continue }
            lines &+= 1
            indentation &+= line.indentation
            if line.endsWithBrace { braceEnds &+= 1 }
            if line.endsWithSemicolon { semicolonEnds &+= 1 }
            if line.isTimestamped { timestamps &+= 1 }
        }
    }
}

extension Line {
    /// Whether a curly bracket is last.
    var endsWithBrace: Bool { lastByte == UInt8(ascii: "{") || lastByte == UInt8(ascii: "}") }

    /// Whether a semicolon is last.
    var endsWithSemicolon: Bool { lastByte == UInt8(ascii: ";") }

    /// `[12:03] text`, `12:03:59 text`, `2024-05-31 12:03 text`, `(9:05) text`.
    var isTimestamped: Bool {
        var index = range.lowerBound
        if firstByte == UInt8(ascii: "[") || firstByte == UInt8(ascii: "(") { index += 1 }
        guard index < range.upperBound, bytes[index].isASCIIDigit else { return false }
        if let dateEnd = Dates.end(bytes, at: index) {
            index = dateEnd
            while index < min(range.upperBound, dateEnd + 2), " T,".utf8.contains(bytes[index]) { index += 1 }
        }
        return Dates.isTime(bytes, at: index)
    }
}
