import IlkVocabulary
import PlainFaults
import TestSupport
import Testing

@testable import IlkModels
@testable import IlkText

/// Texts score the same to the last bit whether they are taken apart or not: of plain ASCII read as it is, others by their
/// tokens alone.
@Suite struct `Reading plain texts` {
    private static let fragments = [
        "rake", "Rake", "RAKE", "hedge", "oven", "don't", "Don'T", "e.g.", "U.S.A", "x", "I", "a_b", "_",
        "__",
        "_a", "a_",
        "1_000", "12", "12,50", "3.14.15", "1234567890", "v1.20.3", "3rd", "x1", "'", "''", "'quoted'", "\"",
        "!", "!!",
        "!!!", "!!!!!", "...", "..", ".", ",", ";", ":", "::", ":-)", ":/", "://", "a:b", "a.b", "a.1",
        "1.a", "1'2",
        "www", "www.", "www.x", "WWW.Rake.example", "wwww.x", "ww.x", "xwww.rake", "http",
        "http://x.example/y",
        "HTTP://Q",
        "ftp://", "@", "@jo", "jo@x.example", "jo-ann@x.example", "#", "#rake", "a#b", "$5", "50%", "(", ")",
        "[x]", "{", "}", "+",
        "-", "--", "—", "é", "😀", "日本", "\t", "\n", "\r\n", "\r", "\n\n", "  ", "    ", "\u{0}", "\u{7F}",
        "\u{B}",
        "abcdefgh", "abcdefghi", "abcdefghijklmnop", "abcdefghijklmnopq",
        "counterrevolutionarydeinstitutionalisation", "e\u{301}", "\u{301}", "\u{200D}", "👩‍👩‍👧", "\u{A0}",
        "\u{2003}",
        "ไทยแลนด์", "عربي", "한국어", "漢字かな", "naïve", "“rake”", "Straße", "\u{2028}",
    ]

    private static let families: [[FeatureFamily]] = [
        [.words], [.words, .pieces], [.pieces], [.pieces, .words],
    ]

    private struct Desk {
        let model: BayesModel
        var analysis = TextAnalysis()
        /// With the tokens of the beginning alone.
        var beginning = TextAnalysis()
        var taken = ModelScratch()
        var begun = ModelScratch()
        var plain = ModelScratch()
        var read = 0
        /// How many texts were read in parts.
        var parted = 0

        init(
            _ families: [FeatureFamily], _ examples: [ModelFixture.Example], categories: Int,
            by unit: CountUnit = .texts
        ) throws {
            model = try BayesModel(
                ModelStorage(
                    copying: ModelFixture.bayes(
                        examples, categories: categories, families: families, by: unit)))
        }

        /// Holds what a text scores both ways equal, where there are two.
        mutating func check(_ text: String, _ analyzer: TextAnalyzer) throws {
            let same = try scoresAlike(text, analyzer) {
                analyzer.plainUnits(of: $0, reach: $1.reach, marks: $1.marks)
            }
            #expect(same, "\(text.debugDescription)")
            let isSame = try scoresAlikeByTokens(text, analyzer)
            #expect(isSame, "by tokens: \(text.debugDescription)")
            let isSameInParts = try scoresAlikeInParts(text, analyzer)
            #expect(isSameInParts, "in parts: \(text.debugDescription)")
        }

        /// Whether a text scores the same in parts as when it is taken apart, which it was; it does where it has no parts.
        private mutating func scoresAlikeInParts(_ text: String, _ analyzer: TextAnalyzer) throws -> Bool {
            let none = [Double](repeating: 0, count: model.taxonomy.count)
            var (expected, scores) = (none, none)
            let reading = try #require(model.plainReading)
            guard reading.parts else { return true }
            let known = model.score(analysis, using: &taken, into: &expected)
            return Array(text.utf8).withUnsafeBufferPointer { bytes in
                guard
                    let units = analyzer.partedUnits(
                        of: bytes, reach: reading.reach, marks: reading.marks, strange: &beginning)
                else { return true }
                if !beginning.bytes.isEmpty { parted += 1 }
                let found = model.score(units, beside: beginning, of: bytes, using: &begun, into: &scores)
                return scores == expected && found == known && begun.words?.known == taken.words?.known
                    && begun.words?.all == taken.words?.all
            }
        }

        /// Whether a text scores the same by the tokens of its beginning as when it is taken apart, which it was.
        private mutating func scoresAlikeByTokens(_ text: String, _ analyzer: TextAnalyzer) throws -> Bool {
            let none = [Double](repeating: 0, count: model.taxonomy.count)
            var (expected, scores) = (none, none)
            let known = model.score(analysis, using: &taken, into: &expected)
            let reach = try #require(model.plainReading).reach
            Array(text.utf8).withUnsafeBufferPointer { analyzer.take($0, into: &beginning) }
            analyzer.findTokens(of: &beginning, reach: reach)
            let found = model.score(beginning, using: &begun, into: &scores)
            return scores == expected && found == known && begun.words?.known == taken.words?.known
                && begun.words?.all == taken.words?.all
        }

        /// Whether a text scores the same both ways; it does where it is not plain.
        mutating func scoresAlike(
            _ text: String, _ analyzer: TextAnalyzer,
            _ units: (UnsafeBufferPointer<UInt8>, PlainReading) -> PlainUnits?
        ) throws -> Bool {
            let categories = model.taxonomy.count
            let none = [Double](repeating: 0, count: categories)
            analyzer.analyze(text, into: &analysis)
            var expected = none
            let known = model.score(analysis, using: &taken, into: &expected)
            let reading = try #require(model.plainReading)
            return Array(text.utf8).withUnsafeBufferPointer { bytes in
                guard let units = units(bytes, reading) else { return true }
                read += 1
                var scores = none
                let found = model.score(units, of: bytes, using: &plain, into: &scores)
                let (words, all) = (plain.words?.known, plain.words?.all)
                return scores == expected && found == known && words == taken.words?.known
                    && all == taken.words?.all
            }
        }
    }

    private static func text(_ generator: inout SeededGenerator, _ count: Int, plain: Bool) -> String {
        let letters = fragments.filter {
            !plain || $0.utf8.allSatisfy { $0 < 0x80 && $0 != 0x40 && $0 != 0x23 }
        }
        return (0..<count).map { _ in
            let place = Int.random(in: 0..<letters.count, using: &generator)
            return letters[place] + (Int.random(in: 0..<3, using: &generator) == 0 ? "" : " ")
        }.joined()
    }

    private static func examples(_ generator: inout SeededGenerator, categories: Int) -> [ModelFixture
        .Example]
    {
        (0..<60).map { .init(text: text(&generator, 10, plain: false), category: $0 % categories) }
    }

    @Test(arguments: [3, 8])
    func `what stands at whatever place in a block`(_ categories: Int) throws {
        var generator = SeededGenerator(seed: 20)
        let examples = Self.examples(&generator, categories: categories)
        let analyzer = try TextAnalyzer(measuring: .classification)
        for families in Self.families.prefix(categories == 3 ? 4 : 2) {
            var desk = try Desk(families, examples, categories: categories)
            for fragment in Self.fragments {
                for shift in 0..<68 {
                    let before = String(repeating: shift % 2 == 0 ? "z" : " ", count: shift)
                    try desk.check(before + fragment + " rake" + fragment, analyzer)
                }
            }
            #expect(desk.read > 2_500, "too few texts are plain: \(desk.read)")
        }
    }

    @Test func `texts of any length, one after the other`() throws {
        var generator = SeededGenerator(seed: 21)
        let examples = Self.examples(&generator, categories: 3)
        let analyzer = try TextAnalyzer(measuring: .classification)
        for families in Self.families {
            var desk = try Desk(families, examples, categories: 3)
            for index in 0..<600 {
                try desk.check(
                    Self.text(&generator, index % 9 == 0 ? 300 : index % 40, plain: index % 3 != 0), analyzer)
            }
            #expect(desk.read > 100, "too few texts are plain: \(desk.read)")
            #expect(desk.parted > 100, "too few texts have parts: \(desk.parted)")
        }
    }

    @Test(arguments: [(3, CountUnit.occurrences), (9, .texts), (17, .occurrences)])
    func `words by occurrences, and those of many categories`(_ categories: Int, _ unit: CountUnit) throws {
        var generator = SeededGenerator(seed: 23)
        let examples = Self.examples(&generator, categories: categories)
        let analyzer = try TextAnalyzer(measuring: .classification)
        var desk = try Desk([.words], examples, categories: categories, by: unit)
        for fragment in Self.fragments { try desk.check(fragment + " rake " + fragment, analyzer) }
        for index in 0..<400 {
            try desk.check(Self.text(&generator, index % 9 == 0 ? 300 : index % 40, plain: true), analyzer)
        }
        #expect(desk.read > 150, "too few texts are plain: \(desk.read)")
    }

    @Test func `what stands at the end of the reach`() throws {
        var generator = SeededGenerator(seed: 22)
        let examples = Self.examples(&generator, categories: 2)
        let analyzer = try TextAnalyzer(measuring: .classification)
        for families in Self.families {
            var desk = try Desk(families, examples, categories: 2)
            let filling = String(repeating: "rake hedge, oven ", count: 130)
            for fragment in Self.fragments {
                for place in FeatureBag.reach - 5...FeatureBag.reach + 1 {
                    let text = String(filling.prefix(place - 1)) + " " + fragment
                    try desk.check(text, analyzer)
                    try desk.check(text + fragment + "rake@x.example", analyzer)
                    try desk.check(text + " rake@x.example", analyzer)
                }
            }
            #expect(desk.read > 400, "too few texts are plain: \(desk.read)")
        }
    }

    /// Texts with every fragment where faults would be: at the edges of blocks, of the text, and of the reach.
    private static var edgeTexts: [String] {
        let filling = String(repeating: "rake hedge, oven ", count: 130)
        return fragments.flatMap { fragment in
            [0, 61, 62, 63].flatMap { shift in
                ["z", " "].flatMap { letter in
                    let before = String(repeating: letter, count: shift)
                    return [before + fragment, before + fragment + " rake" + fragment]
                }
            }
        }
            + ["abcdefgh", "!"].flatMap { fragment in
                (FeatureBag.reach - 1...FeatureBag.reach + 1).map { filling.prefix($0 - 1) + " " + fragment }
            }
    }

    @Test func `a reader with a fault is found out`() throws {
        var generator = SeededGenerator(seed: 24)
        let analyzer = try TextAnalyzer(measuring: .classification)
        let desk = try Desk(
            [.words, .pieces], Self.examples(&generator, categories: 3), categories: 3)
        let faulty = PlainUnits(reader: plain_faults_read)
        let texts = Self.edgeTexts
        for fault in 0...Int32(PLAIN_FAULTS) {
            plain_faults_plant(fault)
            // A memory of its own: what a fault left in it is not the next one's.
            var desk = desk
            desk.plain = ModelScratch()
            let found = try texts.contains { text in
                try !desk.scoresAlike(text, analyzer) { bytes, reading in
                    faulty.read(bytes, reach: reading.reach, marks: reading.marks) ? faulty : nil
                }
            }
            #expect(found == (fault > 0), "fault \(fault)")
        }
    }

    @Test(arguments: ["www.rake.example", "jo@rake.example", "http://rake", "#rake", "é", "_ rake"])
    func `what is not plain is left to an analysis`(_ text: String) throws {
        let analyzer = try TextAnalyzer(measuring: .classification)
        for before in ["", " ", String(repeating: "rake ", count: 40)] {
            let bytes = Array((before + text).utf8)
            let isLeft = bytes.withUnsafeBufferPointer {
                analyzer.plainUnits(of: $0, reach: 2_000, marks: false) == nil
            }
            #expect(isLeft)
        }
    }

    @Test func `counting the words of plain texts is counting those of texts taken apart`() throws {
        var generator = SeededGenerator(seed: 23)
        let taxonomy = ModelFixture.taxonomy(3)
        let settings = BayesSettings(families: [.words], minimumFrequency: 1)
        var trainers = [0, 1].map { _ in BayesTrainer(taxonomy: taxonomy, settings: settings) }
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = TextAnalysis()
        var read = 0
        for index in 0..<400 {
            let text = Self.text(&generator, index % 9 == 0 ? 600 : index % 40, plain: index % 3 != 0)
            let weight = Double(index % 4) + 0.5
            analyzer.analyze(text, into: &analysis)
            trainers[0].add(analysis, category: index % 3, weight: weight)
            let reading = try #require(trainers[1].plainReading)
            var bytes = Array(text.utf8)
            bytes.withUnsafeMutableBufferPointer { buffer in
                let bytes = UnsafeBufferPointer(buffer)
                if let units = analyzer.plainUnits(of: bytes, reach: reading.reach, marks: reading.marks) {
                    read += 1
                    trainers[1].add(units, of: bytes, category: index % 3, weight: weight)
                } else {
                    trainers[1].add(analysis, category: index % 3, weight: weight)
                }
            }
        }
        #expect(read > 40, "too few texts are plain: \(read)")
        let models = try trainers.map { try $0.build(scales: $0.fitScales()) }
        #expect(models[0] == models[1])
        // What was counted one way is taken back the other way.
        analyzer.analyze("Rake 12 v1 oven", into: &analysis)
        trainers[1].add(analysis, category: 1)
        trainers[1].remove(analysis, category: 1)
        let before = trainers[1].counts
        var bytes = Array("Rake 12 v1 oven".utf8)
        bytes.withUnsafeMutableBufferPointer { buffer in
            let bytes = UnsafeBufferPointer(buffer)
            guard let units = analyzer.plainUnits(of: bytes, reach: 2_000, marks: false) else { return }
            trainers[1].add(units, of: bytes, category: 1)
        }
        trainers[1].remove(analysis, category: 1)
        #expect(trainers[1].counts.mass == before.mass && trainers[1].counts.frequency == before.frequency)
    }

    @Test func `units are laid out as the program in C writes them`() {
        #expect(MemoryLayout<PlainUnits.Word>.stride == 16 && MemoryLayout<PlainUnits.Other>.stride == 12)
    }
}
