import Glibc
import IlkText
import IlkVocabulary
import ModelTestSupport
import Testing

@testable import IlkModels

@Suite("The head of a model file") struct ResidualHeadTests {
    private static let bits = 6

    private static func weights(_ numbers: [Int8], _ labels: [Category] = ["c0", "c1"]) -> HeadWeights {
        HeadWeights(weights: numbers, unit: 0.01, bits: bits, labels: labels, texts: 5)
    }

    private static func file(_ weights: [Int8]? = nil, labels: [Category] = ["c0", "c1"]) throws -> [UInt8] {
        let numbers = (0..<labels.count << bits).map { Int8(truncatingIfNeeded: $0 % 7 - 3) }
        return try ResidualHead.added(Self.weights(weights ?? numbers, labels), to: ModelFixture.bayes())
    }

    @Test(arguments: [
        "rake the hedge, water the tulips", "the the the banana bananas!", "", "Wo ist 42?\nHier, hier.",
    ])
    func `the differences are sums of weights over distinct features`(_ text: String) throws {
        let head = try #require(try ModelFixture.model(Self.file()).head)
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
        analyzer.analyze(text, into: &analysis)
        var scratch = head.scratch
        var residuals: [Double] = []
        head.residuals(of: analysis, using: &scratch, into: &residuals)
        var features = HeadFeatures()
        var expected = [0.0, 0.0]
        for (bucket, value) in features.row(of: analysis, bits: Self.bits) {
            for label in 0..<2 { expected[label] += value * 0.01 * Double((Int(bucket) * 2 + label) % 7 - 3) }
        }
        let evidence = head.evidence(analysis)
        for label in 0..<2 {
            #expect(abs(residuals[label] - expected[label]) < 1e-12)
            #expect(abs(evidence.reduce(0) { $0 + $1.weights[label] } - residuals[label]) < 1e-12)
        }
    }

    @Test(arguments: [6, 9, 16])
    func `a row is sorted by bucket and has the sum of each bucket`(_ bits: Int) throws {
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
        var features = HeadFeatures()
        let long = String(repeating: "Wo ist 42? hier! ", count: 90)
        for text in ["", "a", "the banana and the bananas", long] {
            analyzer.analyze(text, into: &analysis)
            var values: [UInt32: [Double]] = [:]
            features.read(analysis) { hashes, value in
                for hash in hashes {
                    values[UInt32(WeightBuckets.bucket(of: hash, bits: bits)), default: []].append(value)
                }
            }
            let expected = values.sorted { $0.key < $1.key }
            let row = features.row(of: analysis, bits: bits)
            #expect(row.map(\.bucket) == expected.map(\.key))
            #expect(row.map(\.value) == expected.map { $0.value.sorted().reduce(0, +) })
        }
    }

    @Test func `each feature group of a text has its norm`() throws {
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
        analyzer.analyze("the banana and the bananas", into: &analysis)
        var features = HeadFeatures()
        var squares: [Double] = []
        features.read(analysis) { hashes, value in
            #expect(Set(hashes).count == hashes.count)
            squares.append(Double(hashes.count) * value * value)
        }
        #expect(squares.map { ($0 * 100).rounded() / 100 } == [1, 1, 1, 0.25])
    }

    @Test func `the head of an overlay reads words only, and its weights survive a file`() throws {
        var numbers = [Int8](repeating: 0, count: 2 << Self.bits)
        for bucket in stride(from: 1, to: 1 << Self.bits, by: 3) {
            (numbers[2 * bucket], numbers[2 * bucket + 1]) = (Int8(bucket), -Int8(bucket))
        }
        let weights = Self.weights(numbers)
        var bytes: [UInt8] = []
        weights.write(to: &bytes)
        var reader = CountReader(ModelStorage(copying: bytes), 0..<bytes.count)
        #expect(try HeadWeights(reading: &reader) == weights && reader.remaining == 0)
        #expect(bytes.count < numbers.count)
        for length in bytes.indices {
            var cut = CountReader(ModelStorage(copying: bytes), 0..<length)
            #expect(throws: FormatError.self) { try HeadWeights(reading: &cut) }
        }

        let head = try #require(ResidualHead(weights, .words))
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
        analyzer.analyze("rake the hedge, water the tulips!", into: &analysis)
        var scratch = head.scratch
        var residuals: [Double] = []
        head.residuals(of: analysis, using: &scratch, into: &residuals)
        let evidence = head.evidence(analysis)
        #expect(evidence.allSatisfy { !$0.spans.isEmpty }, "words and pairs of words have places")
        for label in 0..<2 {
            #expect(abs(evidence.reduce(0) { $0 + $1.weights[label] } - residuals[label]) < 1e-12)
        }
        #expect(ResidualHead(Self.weights([1, 2, 3]), .words) == nil)
    }

    @Test(arguments: [
        (0, 4, UInt32(25)), (0, 4, 5), (4, 4, 3), (4, 4, 0), (4, 4, .max), (20, 4, 0xFFF0_0000),
        (16, 8, 0), (24, 1, 200), (25, 1, UInt32(UInt8(ascii: "d"))),
    ])
    func `a head that contradicts itself is rejected`(offset: Int, bytes: Int, number: UInt32) throws {
        var file = try Self.file(labels: ["c0", "d0"])
        let start = try #require(ModelFile(ModelStorage(copying: file)).range(of: .head)).lowerBound + offset
        for place in 0..<bytes {
            file[start + place] = place < 4 ? UInt8(truncatingIfNeeded: number >> UInt32(8 * place)) : 0
        }
        #expect(ModelFixture.refusal(StableHash.addingChecksum(file))?.code == .malformed)
    }

    @Test func `differences change probabilities, and rare labels stay apart`() {
        func probabilities(_ before: [Double], _ residuals: [Double]) -> [Double] {
            let scores = before.map { log(max($0, 1e-300)) }
            var amounts: [Double] = []
            ResidualScores.amounts(of: residuals, on: scores, isMultilabel: false, into: &amounts)
            var after: [Double] = []
            Softmax.probabilities(of: zip(scores, amounts).map { $0 + $1 }, into: &after)
            return after.map { ($0 * 10_000).rounded() / 10_000 }
        }
        #expect(probabilities([0.7, 0.2, 0.1], [0, 0, 0]) == [0.7, 0.2, 0.1])
        #expect(probabilities([0.7, 0.2, 0.1], [-0.5, 0.4, 0.1]) == [0.2, 0.6, 0.2])
        // A label that would be negative keeps a thousandth before the sum is normalized.
        #expect(probabilities([0.7, 0.2, 0.1], [-0.9, 0.7, 0.1]) == [0.0009, 0.8174, 0.1817])
        #expect(probabilities([0.9999, 0.0001, 0], [-0.5, 0.5, 0.0001]) == [0.4999, 0.5001, 0])
    }

    @Test func `in a multi-label taxonomy each probability changes alone`() {
        func probability(_ before: Double, _ residual: Double) -> Double {
            let score = log(before / (1 - before))
            var amounts: [Double] = []
            ResidualScores.amounts(of: [residual], on: [score], isMultilabel: true, into: &amounts)
            return (LogOdds.probability(of: score + amounts[0]) * 10_000).rounded() / 10_000
        }
        #expect(probability(0.3, 0) == 0.3 && probability(0.3, 0.4) == 0.7)
        #expect(probability(0.3, -0.4) == 0.001 && probability(0.3, 0.9) == 0.999)
        #expect(probability(0.0001, -0.5) == 0.0001 && probability(0.9999, 0.5) == 0.9999)
    }

    @Test func `the codes of statistics are a factor of at most 2^(1/16) from the number`() {
        for exponent in stride(from: -31.0, through: 0, by: 0.37) {
            let number = exp2(exponent)
            let found = BaseStatistics.number(of: BaseStatistics.code(of: number))
            #expect(found / number < 1.0443 && number / found < 1.0443, "\(number) \(found)")
        }
        #expect(BaseStatistics.code(of: 0) == 0 && BaseStatistics.number(of: 0) == 0)
        #expect(BaseStatistics.code(of: 3) == 255 && BaseStatistics.code(of: 1e-30) == 1)
    }
}
