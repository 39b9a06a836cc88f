import IlkLearning
import Testing

@Suite struct `Weights of texts without a label` {
    @Test(arguments: [(0, 0.25), (233, 0.25), (640, 0.25), (1_280, 0.125), (10_000, 0.016)])
    func `all texts that rules agree on have at most a fiftieth of the weight of the base version's texts`(
        texts: Int, weight: Double
    ) {
        #expect(UnlabeledTextWeights.forRules(texts: texts, baseTexts: 8_000) == weight)
    }

    @Test func `the weights to choose from ascend from zero to half the weight of the base version's texts`()
    {
        #expect(UnlabeledTextWeights.candidates(texts: 0, baseTexts: 100) == [0])
        #expect(UnlabeledTextWeights.candidates(texts: 100, baseTexts: 128) == [0, 0.01, 0.04, 0.16, 0.64])
    }
}
