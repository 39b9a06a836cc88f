import IlkVocabulary
import Testing

@testable import IlkText

@Suite struct `Features on request` {
    private static func analysis(_ text: String, _ level: FeatureLevel = .all) throws -> AnalyzedText {
        let analyzer = try TextAnalyzer(measuring: level)
        var analysis = AnalyzedText()
        analyzer.analyze(text, into: &analysis)
        return analysis
    }

    @Test(arguments: [
        ("one", 1), ("two", 1), ("table", 2), ("whole", 1), ("make", 1), ("makes", 1), ("changes", 2),
        ("boxes", 2),
        ("walked", 1), ("wanted", 2), ("needed", 2), ("coffee", 2), ("the", 1), ("area", 2), ("rhythm", 1),
        ("banana", 3), ("university", 5), ("hmm", 1), ("42", 1), ("café", 2), ("naïve", 2), ("señor", 2),
        ("über", 2), ("слово", 1), ("漢字", 1), ("", 1),
    ])
    func `syllables are groups of vowels except a silent e`(word: String, syllables: Int) {
        let bytes = Array(word.utf8)
        #expect(bytes.withUnsafeBufferPointer { Readability.syllables($0, 0..<bytes.count) } == syllables)
    }

    @Test(arguments: [
        ("2024-05-31", 1), ("2024/5/1", 1), ("31/5/2024", 1), ("5/31/24", 1), ("31.05.2024", 1),
        ("31.05.24", 1),
        ("1.2.10", 0), ("10.0.0.1", 0), ("1-2-3", 0), ("13/13/2024", 0), ("32/1/2024", 0), ("0/1/2024", 0),
        ("2024-13-01", 0), ("2024-05-31-7", 0), ("12024-05-31", 0), ("2024-05/31", 0), ("3/4", 0),
        ("5 May", 1), ("5. Mai", 1), ("May 5", 1), ("May 5th, 2024", 1), ("the 5th of May", 1),
        ("5 de mayo", 1),
        ("5 мая 2024", 1), ("5-May-2024", 1), ("may 32", 0), ("you may go", 0), ("may or may not 5", 0),
        ("2024-05-31 and 1 June, then 3/4/2025", 3), ("31/5/2024 1/6/2024", 2), ("v2024-05-31", 0), ("", 0),
    ])
    func `dates are found in digits and with month names`(text: String, count: Double) throws {
        #expect(try Self.analysis(text).features[.dateCount] == count)
    }

    @Test(arguments: [
        ("[12:03] hi", 1), ("12:03:59 hi", 1), ("(9:05) hi", 1), ("2024-05-31 12:03 hi", 1),
        ("[2024-05-31T12:03:00Z] up", 1), ("31/05/2024, 12:03 - Ana: hi", 1), ("at 12:03", 0),
        ("25:00 no", 0),
        ("12:60 no", 0), ("12 hi", 0), ("3:1 won", 0), ("", 0), ("\n[1:00] a\nb\n", 0.5),
    ])
    func `timestamps are found at the beginning of lines`(text: String, ratio: Double) throws {
        #expect(try Self.analysis(text).features[.timestampLineRatio] == ratio)
    }

    static let facts: [FeatureFact] = [
        FeatureFact("One two three. Four.", .sentenceLengthDeviation, 1),
        FeatureFact("One. Two.", .sentenceLengthDeviation, 0),
        FeatureFact("", .sentenceLengthDeviation, 0), FeatureFact("table top", .syllablesPerWord, 1.5),
        FeatureFact("", .syllablesPerWord, 0),
        FeatureFact("The cat sat.", .fleschReadingEase, 206.835 - 1.015 * 3 - 84.6),
        FeatureFact("...", .fleschReadingEase, 0),
        // "abcdef" has six characters, "abcdefg" seven.
        FeatureFact("One abcdefg. Two abcdef.", .lix, 2 + 25.0), FeatureFact("", .lix, 0),
        FeatureFact("Läsbarhetsindex mäter texters svårighet. Det är enkelt.", .lix, 3.5 + 100 * (3.0 / 7)),
        FeatureFact("Läsbarhetsindex mäter texters svårighet. Det är enkelt.", .rix, 1.5),
        FeatureFact("One abcdefg. Two abcdef.", .rix, 0.5), FeatureFact("...", .rix, 0),
        FeatureFact("", .fleschReadingEase, 0), FeatureFact("cheap flights paris", .verbless, 1),
        FeatureFact("is it cheap", .verbless, 0), FeatureFact("don't", .verbless, 0),
        FeatureFact("", .verbless, 0),
        FeatureFact("cheap flights to paris 2024", .contentWordRatio, 0.6),
        FeatureFact("", .contentWordRatio, 0),
        FeatureFact("fooBar snake_case plain CamelCase", .camelCaseRatio, 0.5),
        FeatureFact("fooBar snake_case MAX_SIZE plain", .snakeCaseRatio, 0.5),
        FeatureFact("NASA said", .camelCaseRatio, 0),
        FeatureFact("if (x) {\n    return y;\n}", .braceLineEndRatio, 2.0 / 3),
        FeatureFact("if (x) {\n    return y;\n}", .semicolonLineEndRatio, 1.0 / 3),
        FeatureFact("if (x) {\n    return y;\n}", .meanIndentation, 4.0 / 3),
        FeatureFact("", .meanIndentation, 0),
        FeatureFact("Hello мир", .scriptCount, 2), FeatureFact("42!", .scriptCount, 0),
        FeatureFact("Hello", .scriptCount, 1),
        FeatureFact("abc где 日", .dominantScriptRatio, 3.0 / 7), FeatureFact("42!", .dominantScriptRatio, 0),
        FeatureFact("Hello", .dominantScriptRatio, 1), FeatureFact("42!", .languageConfidence, 0),
    ]

    @Test(arguments: facts)
    func `requested features have the expected values`(fact: FeatureFact) throws {
        #expect(abs(try Self.analysis(fact.text).features[fact.feature] - fact.value) < 1e-9)
    }

    @Test func `scripts are sorted by share, then by code`() throws {
        let features = try Self.analysis("Привет, мир! Hello. 日本").features
        #expect(features.scripts.map(\.code) == ["Cyrl", "Latn", "Hani"])
        #expect(abs(features.scripts.map(\.share).reduce(0, +) - 1) < 1e-12)
        #expect(features.script == "Cyrl")
        #expect(try Self.analysis("где abc").features.scripts.map(\.code) == ["Cyrl", "Latn"])
        #expect(try Self.analysis("... 42").features.scripts.isEmpty)
    }

    @Test func `the language is guessed with a confidence`() throws {
        let features = try Self.analysis("Η γλώσσα αυτού του κειμένου είναι φανερή σε όποιον διαβάζει.")
            .features
        #expect(features.language == "el" && features.script == "Grek")
        #expect(features[.languageConfidence] > 0.5 && features[.languageConfidence] <= 1)
        #expect(try Self.analysis("1234 5678").features.language == nil)
    }

    @Test func `classification measures none of the requested features`() throws {
        let text = "Dear Ana,\n\nit was 5 May 2024; снег. fooBar();\n\nRegards,\nBo"
        let analyzer = try TextAnalyzer(measuring: .classification)
        let all = try Self.analysis(text)
        var analysis = all
        analyzer.analyze(text, into: &analysis)
        #expect(analysis.featureLevel == .classification && analysis.features.scripts.isEmpty)
        for feature in TextFeature.allCases {
            #expect(
                analysis.features[feature] == (feature.isOnRequest ? 0 : all.features[feature]),
                "\(feature.name)")
        }
        try TextAnalyzer().analyze(text, into: &analysis)
        #expect(analysis.features == all.features && analysis.featureLevel == .all)
    }

    @Test func `a reused analysis keeps nothing of the previous text`() throws {
        let analyzer = try TextAnalyzer()
        var analysis = AnalyzedText()
        analyzer.analyze("Снег 5 May 2024. Hello {\n", into: &analysis)
        analyzer.analyze("ok", into: &analysis)
        #expect(try analysis.features == Self.analysis("ok").features)
    }
}
