import IlkVocabulary
import Testing

@testable import IlkLearning

@Suite struct DiverseTextsTests {
    private static let clusters: [Character: String] = [
        "i": "please settle the invoice for your latest order before friday, payment",
        "m": "meet me behind the station when rehearsal ends tonight,",
        "e": "TypeError raised in module parser while decoding header, value",
    ]
    private static let words = ["amber", "bronze", "copper", "denim", "ebony", "fawn"]
    private static let outliers = ["qzx vvk jjw", "ορυχείο ύδωρ"]

    /// Creates six similar texts for each cluster, and the outliers. The id tells the cluster.
    private static func candidates(
        margin: (Character) -> Double = { _ in 0.2 }
    ) -> [DiverseTexts.Candidate] {
        var all: [DiverseTexts.Candidate] = []
        for (cluster, text) in clusters {
            for (place, word) in words.enumerated() {
                all.append(.init(id: id(cluster, place), text: "\(text) \(word)", margin: margin(cluster)))
            }
        }
        for (place, text) in outliers.enumerated() {
            all.append(.init(id: id("o", place), text: text, margin: margin("o")))
        }
        return all
    }

    private static func id(_ cluster: Character, _ place: Int) -> RecordID {
        RecordID(high: UInt64(cluster.asciiValue ?? 0), low: UInt64(place))
    }

    private static func choose(
        _ candidates: [DiverseTexts.Candidate], corrected: [String] = [], _ limit: Int
    ) throws -> String {
        String(
            try DiverseTexts.choose(candidates, corrected: corrected, limit: limit).map {
                Character(Unicode.Scalar(UInt8($0.words.high)))
            })
    }

    @Test func `one text of each cluster comes before a second one, and outliers later than clusters`() throws
    {
        #expect(Set(try Self.choose(Self.candidates(), 3)) == ["e", "i", "m"])
        let all = try Self.choose(Self.candidates(), 20)
        #expect(all.count == 20 && all.count { $0 == "o" } == 2)
        let uncertain = Self.candidates { $0 == "o" ? 0 : 0.2 }
        #expect(Set(try Self.choose(uncertain, 3)) == ["e", "i", "m"], "also if outliers are more uncertain")
    }

    @Test func `clusters of uncertain texts come first`() throws {
        let order = try Self.choose(Self.candidates { $0 == "m" ? 0 : $0 == "e" ? 0.3 : 0.6 }, 3)
        #expect(order.hasPrefix("me"), "\(order)")
    }

    @Test func `a corrected text covers the texts that are similar to it`() throws {
        let corrected = try #require(Self.clusters["i"]) + " garnet"
        let order = try Self.choose(Self.candidates(), corrected: [corrected], 4)
        #expect(Set(order) == ["e", "m", "o"], "\(order)")
    }

    @Test func `the order of the candidates has no effect`() throws {
        let candidates = Self.candidates()
        let chosen = try DiverseTexts.choose(candidates, corrected: [], limit: 20)
        var numbers = SeededSplitMix64(seed: 26)
        for _ in 0..<3 {
            let shuffled = candidates.map { ($0, numbers.next()) }.sorted { $0.1 < $1.1 }.map(\.0)
            #expect(try DiverseTexts.choose(shuffled, corrected: [], limit: 20) == chosen)
        }
        #expect(try DiverseTexts.choose(candidates, corrected: [], limit: 5) == Array(chosen.prefix(5)))
    }

    @Test func `of equally good texts, the one with the smallest id comes first`() throws {
        let texts = [3, 1, 2].map { DiverseTexts.Candidate(id: Self.id("x", $0), text: "same", margin: 0.5) }
        let chosen = try DiverseTexts.choose(texts, corrected: ["same"], limit: 9)
        #expect(chosen == [1, 2, 3].map { Self.id("x", $0) })
    }

    @Test(arguments: [[], ["", "", "..."], ["a"]] as [[String]])
    func `texts without features and empty pools are accepted`(texts: [String]) throws {
        let candidates = texts.enumerated().map {
            DiverseTexts.Candidate(id: Self.id("x", $0.offset), text: $0.element, margin: .nan)
        }
        for corrected in [[], [""], ["a"]] {
            #expect(
                try DiverseTexts.choose(candidates, corrected: corrected, limit: 9).count == candidates.count)
        }
    }
}
