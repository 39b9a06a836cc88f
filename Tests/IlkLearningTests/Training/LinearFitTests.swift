import Foundation
import IlkText
import IlkVocabulary
import TestSupport
import Testing

@testable import IlkTraining
@testable import IlkLearning
@testable import IlkModels

/// The features of linear models, and the fit of their weights.
@Suite struct `Fitting linear models` {
    private func pieces(_ text: String) throws -> [String: Int] {
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
        analyzer.analyze(text, into: &analysis)
        var bag = FeatureBag()
        bag.read(analysis, featureGroups: [.wordNgrams], detail: .hashes)
        // Every possible character n-gram, by hash.
        var names: [UInt64: String] = [:]
        let characters = Array(" " + text.lowercased().replacing(" ", with: "  ") + " ").map(String.init)
        for first in characters.indices {
            for last in first..<min(characters.count, first + 5) {
                let name = characters[first...last].joined()
                names[Array(name.utf8).withUnsafeBufferPointer { FeatureHash.of($0, .wordNgrams) }] = name
            }
        }
        var found: [String: Int] = [:]
        for hash in bag[.wordNgrams].hashes { found[names[hash] ?? "?", default: 0] += 1 }
        return found
    }

    @Test(
        arguments: [
            ("", [:]),
            ("ab", [" a": 1, " ab": 1, " ab ": 1, "a": 1, "ab": 1, "ab ": 1, "b": 1, "b ": 1]),
            ("Ab aB AB", [" a": 1, " ab": 1, " ab ": 1, "a": 1, "ab": 1, "ab ": 1, "b": 1, "b ": 1]),
            ("aa", [" a": 1, " aa": 1, " aa ": 1, "a": 2, "aa": 1, "aa ": 1, "a ": 1]),
            ("é", [" é": 1, " é ": 1, "é": 1, "é ": 1]),
            // Adjacent words without a space are one span. These two are words of the dictionary.
            (
                "你好",
                [" 你": 1, " 你好": 1, " 你好 ": 1, "你": 1, "你好": 1, "你好 ": 1, "好": 1, "好 ": 1]
            ),
        ] as [(String, [String: Int])])
    func `char_wb n-grams are within a span, and each distinct span counts once`(
        _ text: String, _ expected: [String: Int]
    ) throws {
        #expect(try pieces(text) == expected)
    }

    @Test(
        arguments: [
            ([3, 1, 2, 4, 5], 0..<3, 1..<3), ([3, 2, 2, 1, 5], 2..<5, 2..<4), ([1, 2, 3], 0..<2, 0..<2),
            ([3, 2, 1], 1..<3, 1..<3), ([2], 0..<1, 0..<1), ([1, 1, 1], 0..<2, 0..<2),
        ] as [([Double], Range<Int>, Range<Int>)])
    func `all costs are tried on the first fold, then fewer`(
        _ losses: [Double], _ second: Range<Int>, _ others: Range<Int>
    ) {
        let tried = LinearFit.neighborhood(losses: losses)
        #expect(tried == second)
        #expect(LinearFit.pair(losses: losses[tried]) == others)
    }

    private static let letters = Array("abcdefghijkl")

    private func rows(seed: UInt64, categories: Int, isMultilabel: Bool = false) throws -> LinearRows {
        var generator = SeededGenerator(seed: seed)
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
        var texts = LinearTexts(featureGroups: [.unigrams, .bigrams])
        for index in 0..<40 {
            // Letters instead of digits, which are a single character class to the model.
            let words = (0..<8).map { _ in "w\(Self.letters[generator.below(12)])x" }
            let telling = "k\(Self.letters[index % categories])x"
            analyzer.analyze((words + [telling]).joined(separator: " "), into: &analysis)
            let noisy = Int.random(in: 0..<5, using: &generator) == 0
            let label = noisy ? 0 : index % categories
            // Every third text of a multi-label taxonomy has another label too, every fifth has none.
            let several = index % 5 == 0 ? [] : index % 3 == 0 ? Set([0, label]).sorted() : [label]
            texts.add(analysis, labels: isMultilabel ? several : [label], weight: 1, fold: 0)
        }
        return LinearRows(
            texts, categories: categories, isMultilabel: isMultilabel, minimumFrequency: 1, mostBits: 17
        ) {}
    }

    /// Returns the objective for one category: half the squared weights, each divided by its squared
    /// log-count ratio, plus the cost times the squared hinge loss of each row.
    private func loss<Lanes: SIMD>(
        _ problem: LinearProblem<Lanes>, _ weights: [Double], _ constant: Double, _ category: Int,
        cost: Double
    ) -> Double where Lanes.Scalar == Float {
        var sum = constant * constant / 2
        for feature in weights.indices where weights[feature] != 0 {
            let block = feature * problem.blocks + category / Lanes.scalarCount
            let reach = Double(problem.ratios.squaredRatios[block][category % Lanes.scalarCount])
            sum += weights[feature] * weights[feature] / reach / 2
        }
        let rows = problem.rows
        for row in 0..<rows.count {
            var score = constant
            for index in rows.starts[row]..<rows.starts[row + 1] {
                score += weights[Int(rows.features[index])] * Double(problem.values[index])
            }
            let margin = rows.labels(of: row).contains(category) ? score : -score
            sum += cost * pow(max(0, 1 - margin), 2)
        }
        return sum
    }

    private func check<Lanes: SIMD>(
        _: Lanes.Type, categories: Int, cost: Double, isMultilabel: Bool = false
    ) throws where Lanes.Scalar == Float {
        let rows = try rows(seed: UInt64(categories), categories: categories, isMultilabel: isMultilabel)
        let problem = LinearProblem<Lanes>(rows, learned: Array(0..<rows.count), smoothing: 2)
        var solver = LinearSolver(problem)
        solver.tolerance = 0.001
        solver.rounds = 2_000
        solver.solve(cost: cost) {}
        var generator = SeededGenerator(seed: 9)
        for category in 0..<categories {
            let weights = rows.hashes.indices.map { Double(solver.weight($0, category)) }
            let constant = Double(solver.constant(category))
            let least = loss(problem, weights, constant, category, cost: cost)
            for _ in 0..<30 {
                let size = [0.3, 0.1, 0.03].randomElement(using: &generator) ?? 0.1
                let moved = weights.map { $0 * (1 + Double.random(in: -size...size, using: &generator)) }
                let other = loss(
                    problem, moved, constant * (1 + Double.random(in: -size...size, using: &generator)),
                    category, cost: cost)
                #expect(other > least * 0.9999)
            }
            #expect(least < loss(problem, weights.map { _ in 0 }, 0, category, cost: cost))
        }
    }

    @Test(arguments: [0.05, 0.2, 0.8])
    func `no nearby weights have a smaller loss`(_ cost: Double) throws {
        try check(SIMD2<Float>.self, categories: 2, cost: cost)
        try check(SIMD4<Float>.self, categories: 3, cost: cost)
        try check(SIMD8<Float>.self, categories: 6, cost: cost)
        try check(SIMD8<Float>.self, categories: 11, cost: cost)
        try check(SIMD4<Float>.self, categories: 3, cost: cost, isMultilabel: true)
        try check(SIMD8<Float>.self, categories: 11, cost: cost, isMultilabel: true)
    }

    @Test func `vectors of any width fit the same weights`() throws {
        let rows = try rows(seed: 77, categories: 3)
        let learned = Array(0..<rows.count)
        var narrow = LinearSolver(LinearProblem<SIMD2<Float>>(rows, learned: learned, smoothing: 2))
        var wide = LinearSolver(LinearProblem<SIMD16<Float>>(rows, learned: learned, smoothing: 2))
        narrow.solve(cost: 0.2) {}
        wide.solve(cost: 0.2) {}
        for feature in rows.hashes.indices {
            for category in 0..<3 {
                let difference = narrow.weight(feature, category) - wide.weight(feature, category)
                #expect(abs(difference) < 0.02)
            }
        }
    }

    @Test(arguments: [(3, 1, 1.0), (9, 1, 1.0), (3, 1, 0.25), (1, 1, 1.0)])
    func `the temperature fits the observed odds`(_ right: Int, _ wrong: Int, _ gap: Float) {
        var fit = TemperatureFit(categories: 2)
        for _ in 0..<right { fit.add([gap, 0], label: 0, weight: 1) }
        for _ in 0..<wrong { fit.add([gap, 0], label: 1, weight: 1) }
        let wanted = max(0.05, log(Double(right) / Double(wrong)) / Double(gap))
        #expect(abs(fit.solve().sharpness - wanted) < 0.02 * wanted)
        #expect(fit.accuracy == Double(right) / Double(right + wrong))
    }
}
