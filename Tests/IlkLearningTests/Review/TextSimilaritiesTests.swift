import Testing

@testable import IlkTraining

@Suite struct TextSimilaritiesTests {
    /// Forty texts, so that some features are in columns and the others in lists.
    private static let texts = (0..<40).map { place in
        let word = String(repeating: "xyz", count: place % 7 + 1)
        let time = ["home", "noon", "sea", "last", "once"][place % 5]
        return place % 3 == 0 ? "invoice for order \(word)" : "see you at \(time) \(word)!"
    }

    @Test func `the similarities of two sets are those of one set`() throws {
        let all = try TextSimilarities(Self.texts, and: [])
        let part = try TextSimilarities(Array(Self.texts.prefix(25)), and: Array(Self.texts.dropFirst(25)))
        for text in 0..<25 {
            let others = (25..<40).map { all.squares[text * 40 + $0] }
            #expect(abs(part.nearest[text] - (others.max() ?? 0)) < 1e-5)
            for other in 0..<25 {
                let difference = part.squares[text * 25 + other] - all.squares[text * 40 + other]
                #expect(abs(difference) < 1e-5)
            }
        }
    }

    @Test func `similarities are symmetric, from 0 to 1, and 1 only for texts with equal features`() throws {
        let similar = try TextSimilarities(Self.texts, and: [])
        for text in 0..<40 {
            for other in 0...text {
                let square = similar.squares[text * 40 + other]
                #expect(square == similar.squares[other * 40 + text])
                #expect(square >= 0 && square < 1.0001)
                #expect((square > 0.9999) == (Self.texts[text] == Self.texts[other]))
            }
        }
        #expect(similar.nearest.allSatisfy { $0 == 0 })
    }

    @Test func `words in common make texts similar, and rare ones more than frequent ones`() throws {
        let texts = ["the red kite", "the red boat", "the old kite", "the blue sea", "the wide road"]
        let similar = try TextSimilarities(texts, and: ["quartz"])
        func square(_ text: Int, _ other: Int) -> Float { similar.squares[text * texts.count + other] }
        #expect(square(0, 1) > square(0, 3) && square(0, 2) > square(0, 4))
        #expect(square(3, 4) > 0 && square(3, 4) < 0.5)
    }
}
