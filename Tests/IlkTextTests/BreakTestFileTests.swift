import Foundation
import IlkVocabulary
import Testing

@testable import IlkText

/// The break tests of Unicode, from the folder `ILK_UNICODE`, or from `shared/unicode` beside the project.
enum BreakTestFile {
    static let folder: String = {
        if let folder = ProcessInfo.processInfo.environment["ILK_UNICODE"] { return folder }
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return root.deletingLastPathComponent().appending(path: "shared/unicode").path()
    }()

    static func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: folder + "/" + name)
    }

    /// Returns the rows, each with a text and its boundaries in bytes.
    static func rows(_ name: String) throws -> [(text: String, breaks: [Int])] {
        let file = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
        return file.split(separator: "\n").compactMap { line in
            let row = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
            guard row.count > 2 else { return nil }
            var text = ""
            var breaks: [Int] = []
            for part in row {
                if part == "÷" {
                    breaks.append(text.utf8.count)
                } else if let scalar = UInt32(part, radix: 16).flatMap(Unicode.Scalar.init) {
                    text.unicodeScalars.append(scalar)
                }
            }
            return (text, breaks)
        }
    }
}

@Suite struct `Unicode break tests` {
    private static let noFile: Comment = "Unicode's break tests are not beside the project"

    @Test(.enabled(if: BreakTestFile.exists("WordBreakTest.txt"), noFile))
    func `every row for words passes with the plain rules`() throws {
        let analyzer = try TextAnalyzer(rules: .plain)
        var analysis = AnalyzedText()
        let rows = try BreakTestFile.rows("WordBreakTest.txt")
        #expect(rows.count > 1_500)
        for (text, breaks) in rows {
            analyzer.analyze(text, into: &analysis)
            #expect([0] + analysis.tokens.map { Int($0.upperBound) } == breaks, "\(text.debugDescription)")
        }
    }

    @Test(.enabled(if: BreakTestFile.exists("SentenceBreakTest.txt"), noFile))
    func `every row for sentences passes with the plain rules`() throws {
        let segmenter = try TextSegmenter(rules: .plain)
        var spans: [TextSpan] = []
        let rows = try BreakTestFile.rows("SentenceBreakTest.txt")
        #expect(rows.count > 400)
        for (text, breaks) in rows {
            Array(text.utf8).withUnsafeBufferPointer { segmenter.sentences(validUTF8: $0, into: &spans) }
            #expect([0] + spans.map(\.upperBound) == breaks, "\(text.debugDescription)")
        }
    }
}

@Suite struct `Plain rules` {
    @Test(arguments: [
        ("a:b", "a:b"), ("a@b", "a|@|b"), ("3:4", "3|:|4"), ("can't", "can't"), ("a.b,c", "a.b|,|c"),
        ("1,2;3.4", "1,2;3.4"), ("a  b", "a|  |b"), ("\r\n\u{308}", "\r\n|\u{308}"),
        ("e\u{308}:e", "e\u{308}:e"),
        ("א\"א", "א\"א"), ("א'", "א'"), ("ไทย", "ไ|ท|ย"), ("漢字", "漢|字"), ("ひらがな", "ひ|ら|が|な"),
        ("カタカナ", "カタカナ"), ("カ_a", "カ_a"), ("🇩🇪🇫", "🇩🇪|🇫"), ("👩‍👧", "👩‍👧"), ("a\u{AD}b", "a\u{AD}b"),
        ("_1", "_1"), ("a‿b", "a‿b"), ("한국어", "한국어"), ("\u{200D}👧", "\u{200D}👧"),
    ])
    func `words end as UAX 29 specifies`(text: String, expected: String) throws {
        let analyzer = try TextAnalyzer(rules: .plain)
        var analysis = AnalyzedText()
        analyzer.analyze(text, into: &analysis)
        let words = analysis.tokens.map { analysis.text(in: analysis.span(of: $0)) }
        #expect(words.joined(separator: "|") == expected)
    }

    @Test(arguments: [
        ("Hm. Yes.", "Hm. |Yes."), ("3.4 and e.g. this", "3.4 and e.g. this"),
        ("U.S.A. Then", "U.S.A. |Then"),
        ("He said. (Yes.) No!", "He said. |(Yes.) |No!"), ("a\nb\r\nc", "a\n|b\r\n|c"),
        ("Wait... what?", "Wait... what?"),
        ("Really?! No.", "Really?! |No."), ("汉字。再见。", "汉字。|再见。"), ("a. , b", "a. , b"),
    ])
    func `sentences end as UAX 29 specifies`(text: String, expected: String) throws {
        let segmenter = try TextSegmenter(rules: .plain)
        var spans: [TextSpan] = []
        let bytes = Array(text.utf8)
        bytes.withUnsafeBufferPointer { segmenter.sentences(validUTF8: $0, into: &spans) }
        let sentences = spans.map { String(decoding: bytes[$0.range], as: UTF8.self) }
        #expect(sentences.joined(separator: "|") == expected)
    }

    @Test func `suppression prevents sentence ends after abbreviations of the locale`() throws {
        let text = "We met Mr. Jones. He left."
        var analysis = AnalyzedText()
        try TextAnalyzer(suppressingAbbreviations: true).analyze(text, into: &analysis)
        #expect(analysis.sentences.map { analysis.text(in: $0) } == ["We met Mr. Jones.", "He left."])
        try TextAnalyzer().analyze(text, into: &analysis)
        #expect(analysis.sentences.count == 3)
    }
}
