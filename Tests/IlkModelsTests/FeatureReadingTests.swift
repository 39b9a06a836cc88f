import IlkText
import TestSupport
import Testing

@testable import IlkModels
import IlkVocabulary

/// Scoring reads hashes of features, and counting reads their names. Both must belong to the same features.
@Suite struct `Reading features` {
    private static let texts = [
        "", " ", "\n\n", "Hi!", "u up?",
        "Dear Ms Ames,\n\nthe results are in. See https://example.org/a?b=1 for more.\n\nYours,\nT.",
        "On 12/03/2021 at 10:45 jo.ann@example.com wrote:\n> yes... no!!! (maybe?)\n>> 12345678",
        "func f(_ x: Int) -> Int {\n    return x * 2 // twice\n}\n", "#tag @handle www.example.com 😀😀 👩‍👩‍👧",
        "Élan vital, ça va? “Oui” — dit-elle…", "日本語のテキスト and some English", "สวัสดีครับ",
        "a\u{0301}b \u{00A0} c",
        "snake_case camelCase CONST_ANT v1.20.3 3rd 1,000.50 $5 ++ -- +the +The",
    ]

    private static let fragments = [
        "the", "The", "THE", "on", "word", "Word", "wOrd", "x1", "12", "123456", "a_b", "A_B", ".", "...",
        "!!",
        "(", "+", "@you", "#no", "me@here.org", "http://x.y", "😀", "é", "É", "don't", "  ", "\t", "\n",
        "\n\n", "\n  ",
        "—", "日本", "-", "'", "\"", "\u{00A0}",
    ]

    private func check(_ text: String, _ group: FeatureGroup, _ analyzer: TextAnalyzer) {
        var analysis = AnalyzedText()
        analyzer.analyze(text, into: &analysis)
        var names = FeatureBag()
        names.read(analysis, featureGroups: [group], detail: .counting)
        var hashes = FeatureBag()
        hashes.read(analysis, featureGroups: [group], detail: .hashes)
        let named = features(of: names[group])
        let wanted = named.map { $0.name.withUnsafeBufferPointer { FeatureHash.of($0, group) } }
        #expect(Array(hashes[group].hashes) == named.map(\.hash), "\(group) of \(text.debugDescription)")
        #expect(named.map(\.hash) == wanted, "\(group) of \(text.debugDescription)")
    }

    /// Returns the features of a stream that was read for counting, with their names.
    private func features(of stream: FeatureStream) -> [(hash: UInt64, name: [UInt8])] {
        var features: [(hash: UInt64, name: [UInt8])] = []
        for (index, hash) in stream.hashes.enumerated() {
            let name = Array(stream.name(index).utf8)
            guard stream.group == .wordNgrams else {
                features.append((hash, name))
                continue
            }
            name.withUnsafeBufferPointer { span in
                NamedNgrams.forEach(in: span) { hash, range in features.append((hash, Array(span[range]))) }
            }
        }
        return features
    }

    @Test(arguments: [FeatureGroup.unigrams, .skeletonBigrams, .characterNgrams, .bigrams, .wordNgrams])
    func `hashes are those of the names`(_ group: FeatureGroup) throws {
        let analyzer = try TextAnalyzer()
        for text in Self.texts { check(text, group, analyzer) }
        let seed: UInt64 = 7
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<3_000 {
            let parts = (0..<Int.random(in: 1...30, using: &generator)).map { _ in
                (Self.fragments.randomElement(using: &generator) ?? "")
                    + (Bool.random(using: &generator) ? " " : "")
            }
            check(parts.joined(), group, analyzer)
        }
    }

    @Test func `each range of each style feature has a phrase`() {
        for styleFeature in StyleFeature.all {
            for range in -1...styleFeature.cuts.count + 1 {
                let evidence = Evidence(
                    type: .feature, id: styleFeature.id(range: range), spans: [], weights: [])
                #expect(evidence.phrase != evidence.id, "\(evidence.id)")
            }
        }
    }

    @Test func `the style features of a text have phrases`() throws {
        let analyzer = try TextAnalyzer()
        var bag = FeatureBag()
        for text in Self.texts {
            var analysis = AnalyzedText()
            analyzer.analyze(text, into: &analysis)
            bag.read(analysis, featureGroups: [.style], detail: .names)
            for index in 0..<bag[.style].count {
                let piece = FeatureExplanation.evidence(
                    bag[.style], EvidencePart(index: index, sums: []), [0], of: analysis)
                #expect(piece.phrase != piece.id, "\(piece.id) of \(text.debugDescription)")
            }
        }
    }

    private func ngrams(of text: String) throws -> (stream: FeatureStream, analysis: AnalyzedText) {
        var analysis = AnalyzedText()
        try TextAnalyzer().analyze(text, into: &analysis)
        var bag = FeatureBag()
        bag.read(analysis, featureGroups: [.wordNgrams], detail: .names)
        return (bag[.wordNgrams], analysis)
    }

    /// Returns the hash of an n-gram, in which blanks stand for the edges of the word.
    private func hash(_ ngram: String) -> UInt64 {
        var ngram = ngram
        return ngram.withUTF8 { FeatureHash.run($0) }
    }

    @Test(arguments: ["tide", "a", "Éclair", "!!!", "茶の木", "12"])
    func `the n-grams of a span are numbered in the order in which they are read`(_ text: String) throws {
        let (stream, _) = try ngrams(of: text)
        let characters = [" "] + stream.name(0).unicodeScalars + [" "]
        let numbered = WordNgramReader.ranges(ofCharacters: characters.count).map {
            hash(String(String.UnicodeScalarView(characters[$0])))
        }
        #expect(numbered == Array(stream.hashes))
    }

    @Test(
        arguments: [
            // The longest of the strong n-grams, without blanks. Weights that all labels have are not counted.
            (["ide": [90, 0], "de": [100, 0], "tide": [200, 200]], false, "ide"),
            (["ide": [40, 0], "de": [100, 0]], false, "de"), ([" ti": [50, 0]], false, "ti"),
            // The largest sum is that of the second label.
            (["ti": [70, 0], "de": [0, 100]], false, "de"),
            // Labels that do not compete.
            (["ide": [90, 90], "ti": [50, 0]], true, "ide"),
            ([:], false, nil), (["tide": [5, 5]], false, nil),
        ] as [([String: [Int]], Bool, String?)])
    func `a word is named after strong letters`(
        _ weights: [String: [Int]], _ isMultilabel: Bool, _ name: String?
    )
        throws
    {
        let (stream, analysis) = try ngrams(of: "tide")
        let known = Dictionary(uniqueKeysWithValues: weights.map { (hash($0.key), $0.value) })
        func add(_ hash: UInt64, to sums: inout [Int]) {
            for (label, weight) in (known[hash] ?? []).enumerated() { sums[label] += weight }
        }
        guard let part = stream.parts(categories: 2, { add($0, to: &$1) }).first else {
            #expect(name == nil)
            return
        }
        let letters = stream.letters(of: part, [0.1, 0.1], isForEachLabel: isMultilabel) { add($0, to: &$1) }
        #expect(letters == name)
        let piece = FeatureExplanation.evidence(stream, part, [1, 0], of: analysis, letters: letters)
        #expect(piece.phrase == name.map { "letters such as “\($0)” in “tide”" } ?? "letters in “tide”")
    }

    @Test func `a word is named after whole characters`() throws {
        let (stream, _) = try ngrams(of: "हिंदी")
        var part = EvidencePart(index: 0, sums: [0, 0])
        part.count = stream.count
        part.sums = [stream.count, 0]
        // All n-grams have the same weight, and some begin with a vowel sign.
        let letters = try #require(stream.letters(of: part, [1, 1], isForEachLabel: false) { $1[0] += 1 })
        #expect(letters == "हिंदी" || "हिंदी".hasPrefix(letters))
        #expect(letters.count >= 1 && "“\(letters)”".count == letters.count + 2)
    }

    @Test func `a very long word has no letters`() throws {
        let (stream, _) = try ngrams(of: String(repeating: "na", count: 5_000))
        let part = EvidencePart(index: 0, count: stream.count, sums: [9, 0])
        #expect(stream.letters(of: part, [1, 1], isForEachLabel: false) { $1[0] += 1 } == nil)
    }

    @Test func `a name that stands for several words has an example from the text`() throws {
        let analyzer = try TextAnalyzer()
        var analysis = AnalyzedText()
        analyzer.analyze("See you at 3 the usual\n  place", into: &analysis)
        var bag = FeatureBag()
        bag.read(analysis, featureGroups: [.skeletonBigrams], detail: .names)
        let phrases = (0..<bag[.skeletonBigrams].count).map { index in
            FeatureExplanation.evidence(
                bag[.skeletonBigrams], EvidencePart(index: index, sums: []), [0], of: analysis
            ).phrase
        }
        #expect(phrases.contains("a one-digit number followed by “the”: “3 the”"), "\(phrases)")
        #expect(phrases.contains("an indented line starts with a word of 4 to 6 letters: “place”"))
    }

    @Test(arguments: [
        ("Boats\nare here, Ku!", "the last word starts with a capital: “Ku”"),
        ("Boats\nare here, Ku!", "the text starts with a capitalized word: “Boats”"),
        (
            "Boats\nare here, Ku!",
            "the text starts with a capitalized word, then a helping verb: “Boats⏎are”"
        ),
        ("boats", "the text consists of an uncapitalized word: “boats”"),
        ("They will be here at noon with the others.", "the only line is plain prose of four words or more"),
        ("They will be here at noon with the others.", "a single sentence of 8 to 12 words"),
    ])
    func `a style feature has a phrase for the text`(text: String, phrase: String) throws {
        var analysis = AnalyzedText()
        try TextAnalyzer().analyze(text, into: &analysis)
        var bag = FeatureBag()
        bag.read(analysis, featureGroups: [.style], detail: .names)
        let evidence = (0..<bag[.style].count).map {
            FeatureExplanation.evidence(
                bag[.style], EvidencePart(index: $0, sums: []), [0], of: analysis)
        }
        let phrases = evidence.map(\.phrase)
        #expect(phrases.contains(phrase), "\(phrases)")
        #expect(evidence.allSatisfy { $0.spans.isEmpty })
    }

    @Test(arguments: 1...12)
    func `weights are summed equally in lanes and one by one`(_ categories: Int) throws {
        var generator = SeededGenerator(seed: UInt64(categories))
        let rows = (0..<500).map { _ in
            (
                hash: UInt64.random(in: 0...UInt64.max, using: &generator),
                weights: (0..<categories).map { _ in Int16.random(in: -32_768...32_767, using: &generator) }
            )
        }
        let bytes = try #require(
            FeatureTable.build(rows.map(\.hash), rows.flatMap(\.weights), categories: categories))
        let storage = ModelStorage(copying: bytes)
        let table = try FeatureTable(storage, section: 0..<bytes.count, categories: categories)
        let asked =
            rows.prefix(300).map(\.hash)
            + (0..<100).map { _ in UInt64.random(in: 0...UInt64.max, using: &generator) }
        var sums = [Int32](repeating: 5, count: categories)
        let found = asked.withUnsafeBufferPointer { asked in
            sums.withUnsafeMutableBufferPointer { table.add(asked, to: $0) }
        }
        #expect(found == 300)
        let wanted = (0..<categories).map { category in
            rows.prefix(300).reduce(Int32(5)) { $0 + Int32($1.weights[category]) }
        }
        #expect(sums == wanted)
    }

    @Test func `a table that does not fit its section is rejected`() throws {
        let bytes = try #require(FeatureTable.build([1], [1, 2], categories: 2))
        for count in 0..<bytes.count {
            let storage = ModelStorage(copying: Array(bytes[..<count]))
            #expect(throws: FormatError.self) {
                try FeatureTable(storage, section: 0..<count, categories: 2)
            }
        }
    }
}
