import IlkText
import IlkVocabulary
import Testing

@Suite struct `Feature buffers` {
    private static let texts = [
        String(repeating: "one two three of 12,5 and more слово. ", count: 40) + "\n- a\n- b",
        "Dear Ana, please find 3 files attached. It was sent on 5 May 2024 at 10:30.\n\nRegards,\nBo",
        "lol u r late!!! see https://example.com/a #now @bo :-) $5", "",
        "for (i = 0; i < n; i++) {\n    fooBar(x);  // note\n}\n", "Здравей, как си? Добре — 漢字 и café 🎉",
    ]

    private static func addresses(_ analysis: AnalyzedText) -> [UnsafeRawPointer?] {
        [
            analysis.wordClasses.withUnsafeBytes { $0.baseAddress },
            analysis.features.values.withUnsafeBytes { $0.baseAddress },
            analysis.features.scripts.withUnsafeBytes { $0.baseAddress },
        ]
    }

    @Test(arguments: [FeatureLevel.classification, .all])
    func `buffers are not reallocated once they are large enough`(level: FeatureLevel) throws {
        let analyzer = try TextAnalyzer(measuring: level)
        var analysis = AnalyzedText()
        for text in Self.texts { analyzer.analyze(text, into: &analysis) }
        let grown = Self.addresses(analysis)
        for text in Self.texts + Self.texts.reversed() {
            analyzer.analyze(text, into: &analysis)
            #expect(Self.addresses(analysis) == grown)
        }
    }
}
