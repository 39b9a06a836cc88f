import IlkVocabulary
import Testing

@testable import IlkLearning

@Suite struct ExpectedGainTests {
    /// Texts of a model that were classified at a time and corrected 10 s later, each tenth of them wrongly
    /// predicted as often as stated.
    private static func texts(
        _ count: Int, of model: String?, at time: Double, wrong: Int, margin: Double? = nil
    ) -> [ReviewedText] {
        (0..<count).map { place in
            ReviewedText(
                time: time, actual: ["cold"], predicted: [place % 10 < wrong ? "warm" : "cold"],
                author: "ana",
                model: model, margin: margin, correctionTime: time + 10)
        }
    }

    private static func gain(
        _ texts: [ReviewedText], margins: [String: [Double]] = [:]
    ) throws -> (gain: Double, interval: ConfidenceInterval, estimate: ExpectedGain) {
        let estimate = ExpectedGain(texts, margins: margins)
        guard case .gain(let gain, let interval) = estimate.result else {
            throw NoGain(result: estimate.result)
        }
        return (gain, interval, estimate)
    }

    private struct NoGain: Error { let result: ExpectedGain.Result }

    @Test func `errors that fall with the corrections give the gain of the fitted curve`() throws {
        let texts = Self.texts(50, of: "a", at: 0, wrong: 4) + Self.texts(50, of: "b", at: 100, wrong: 3)
        let (gain, interval, estimate) = try Self.gain(texts)
        // The slope is (0.4 - 0.3) / (1/√20 - 1/√70), times 1/√120 - 1/√170.
        #expect(abs(gain - 0.01402) < 0.0001, "\(gain)")
        #expect(interval.lower >= 0 && interval.lower < gain && interval.upper > gain && interval.upper < 0.1)
        #expect(!estimate.isUnlikelyToHelp && estimate.texts == 100)
    }

    @Test func `errors that do not fall give no gain`() throws {
        for wrong in [2, 5] {
            let texts =
                Self.texts(50, of: "a", at: 0, wrong: 2) + Self.texts(50, of: "b", at: 100, wrong: wrong)
            let (gain, interval, estimate) = try Self.gain(texts)
            #expect(gain < 1e-9 && interval.lower == 0 && interval.upper > 0.002)
            #expect(!estimate.isUnlikelyToHelp, "100 texts do not exclude a gain")
        }
        let many = Self.texts(1_000, of: "a", at: 0, wrong: 2) + Self.texts(1_000, of: "b", at: 100, wrong: 2)
        #expect(try Self.gain(many).estimate.isUnlikelyToHelp)
    }

    @Test func `a model without errors leaves little to gain, but few texts do not prove it`() throws {
        let few = Self.texts(15, of: "a", at: 0, wrong: 0) + Self.texts(15, of: "b", at: 100, wrong: 0)
        let (gain, interval, _) = try Self.gain(few)
        #expect(gain == 0 && interval.upper > 0.01)
    }

    @Test func `the fit allows no negative error`() throws {
        let fit = try #require(
            LearningCurveFit([
                .init(corrections: 0, error: 1, weight: 1), .init(corrections: 50, error: 0, weight: 1),
            ]))
        #expect(fit.limit == 0 && fit.slope > 0 && fit.standardError > 0)
        let rising = try #require(
            LearningCurveFit([
                .init(corrections: 0, error: 0, weight: 3), .init(corrections: 50, error: 1, weight: 1),
            ]))
        #expect(rising.slope == 0 && rising.limit == 0.25)
    }

    @Test func `texts count for those of their range of margins`() throws {
        // The model errs on uncertain texts only. The corrected texts are mostly uncertain, the logged ones
        // are not.
        let before =
            Self.texts(40, of: "a", at: 0, wrong: 5, margin: 0.05)
            + Self.texts(10, of: "a", at: 0, wrong: 0, margin: 0.9)
        let after =
            Self.texts(40, of: "b", at: 100, wrong: 4, margin: 0.05)
            + Self.texts(10, of: "b", at: 100, wrong: 0, margin: 0.9)
        let margins = [Double](repeating: 0.05, count: 110) + [Double](repeating: 0.9, count: 890)
        let plain = try Self.gain(before + after)
        let weighted = try Self.gain(before + after, margins: ["a": margins, "b": margins])
        #expect(plain.gain > 0)
        // A ninth of the logged texts is uncertain, and four fifths of the corrected ones.
        #expect(abs(weighted.gain / plain.gain - 0.11 / 0.8) < 0.02, "\(weighted.gain) \(plain.gain)")
    }

    @Test func `a model that is active again has the corrections that it had at first`() throws {
        let first = Self.texts(30, of: "a", at: 0, wrong: 4)
        let second = Self.texts(30, of: "b", at: 100, wrong: 3)
        let again = Self.texts(30, of: "a", at: 200, wrong: 4)
        let (gain, _, _) = try Self.gain(first + second + again)
        #expect(gain > 0)
    }

    @Test func `few corrections and an unchanged model give a reason instead of a gain`() {
        func result(_ texts: [ReviewedText]) -> ExpectedGain.Result {
            ExpectedGain(texts, margins: [:]).result
        }
        #expect(result([]) == .tooFew)
        #expect(result(Self.texts(24, of: "a", at: 0, wrong: 2)) == .tooFew)
        #expect(result(Self.texts(25, of: "a", at: 0, wrong: 2)) == .unchangedModel)
        #expect(result(Self.texts(99, of: nil, at: 0, wrong: 2)) == .tooFew, "no model is known")
        let swapped = Self.texts(50, of: "a", at: 0, wrong: 2) + Self.texts(50, of: "b", at: 5, wrong: 1)
        #expect(result(swapped) == .unchangedModel, "nothing was corrected before the second model")
        #expect(!ExpectedGain([], margins: [:]).isUnlikelyToHelp)
    }
}
