import Glibc
import IlkModels
import IlkText

/// The squared cosine similarities of texts, based on unigrams, bigrams and character n-grams within words.
///
/// The value of a feature is its count times its inverse document frequency among the texts (G. Salton and C.
/// Buckley, "Term-weighting approaches in automatic text retrieval", 1988). The values of a text are scaled
/// to the norm 1, and all feature groups of a text have the same norm.
package struct TextSimilarities {
    /// The number of texts that are compared with each other.
    package let count: Int
    /// The squared cosine of each pair of texts, as a matrix with ``count`` numbers in each row.
    package private(set) var squares: [Float]
    /// For each text, the largest squared cosine with a text of the initializer's second list. The texts of
    /// the second list are not compared with each other.
    package private(set) var nearest: [Float]

    private static let featureGroups: [FeatureGroup] = [.unigrams, .bigrams, .wordNgrams]

    /// Compares texts.
    ///
    /// - Parameters:
    ///   - texts: The texts to compare with each other.
    ///   - others: A second list of texts. Each of `texts` is compared with each of `others`.
    /// - Throws: `TextError` if ICU cannot load its break rules.
    /// - Complexity: O(Σ *d*²) for features that occur in *d* of *n* texts, and memory for *n*² numbers.
    package init(_ texts: [String], and others: [String]) throws {
        count = texts.count
        squares = [Float](repeating: 0, count: count * count)
        nearest = [Float](repeating: 0, count: count)
        var read = LinearTexts(featureGroups: Self.featureGroups)
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
        for text in texts + others {
            analyzer.analyze(text, into: &analysis)
            read.add(analysis, labels: [], weight: 1, fold: -1)
        }
        let rows = WeightedRows(read)
        let postings = Postings(rows, count)
        var sums = [Float](repeating: 0, count: count)
        for text in 0..<count {
            postings.add(rows, text, upTo: text, to: &sums)
            for other in 0...text {
                // A text without common features is similar only to itself.
                let square = other == text ? 1 : sums[other] * sums[other]
                squares[text * count + other] = square
                squares[other * count + text] = square
                sums[other] = 0
            }
        }
        for row in count..<count + others.count {
            postings.add(rows, row, upTo: count - 1, to: &sums)
            for text in 0..<count {
                nearest[text] = max(nearest[text], sums[text] * sums[text])
                sums[text] = 0
            }
        }
    }
}

/// Texts as sparse rows with the norm 1.
private struct WeightedRows {
    /// The start of each row, and the end of the last row.
    private(set) var starts = [0]
    private(set) var features: [UInt32] = []
    private(set) var values: [Float] = []
    /// The number of features.
    let width: Int
    /// A buffer for the count of each feature in one feature group of one text.
    private var counts: [Int32]

    init(_ texts: LinearTexts) {
        let met = FeatureInterner(texts)
        width = met.hashes.count
        counts = [Int32](repeating: 0, count: width)
        let count = Double(texts.texts.count)
        let weights = met.texts.map { log((1 + count) / (1 + Double($0))) + 1 }
        var start = 0
        for text in texts.texts {
            var norms: [Double] = []
            var ends: [Int] = []
            for end in text.ends {
                norms.append(append(met.numbers[start..<end], met, weights))
                ends.append(features.count)
                start = end
            }
            // All groups of a text have the same weight.
            let groups = Double(max(1, norms.count { $0 > 0 }))
            var index = starts.last ?? 0
            for (end, norm) in zip(ends, norms) where norm > 0 {
                let scale = Float(1 / (norm * groups).squareRoot())
                while index < end {
                    values[index] *= scale
                    index += 1
                }
            }
            starts.append(features.count)
        }
    }

    /// Appends the features of one feature group of a text, and returns the sum of the squares of their
    /// values. A feature that occurs in a single text contributes only to the sum, because it makes no texts
    /// similar.
    private mutating func append(
        _ numbers: ArraySlice<UInt32>, _ met: FeatureInterner, _ weights: [Double]
    ) -> Double {
        for number in numbers { counts[Int(number)] += 1 }
        var sum = 0.0
        for number in numbers where counts[Int(number)] > 0 {
            let value = Double(counts[Int(number)]) * weights[Int(number)]
            counts[Int(number)] = 0
            sum += value * value
            guard met.texts[Int(number)] > 1 else { continue }
            features.append(number)
            values.append(Float(value))
        }
        return sum
    }
}

/// The values of each feature in the texts: a list for a rare feature, a column for a frequent feature.
private struct Postings {
    /// The number of texts.
    private let count: Int
    private var starts: [Int]
    /// The texts with each feature, ascending.
    private var texts: [Int32]
    private var values: [Float]
    /// The start of the column of a frequent feature, or -1.
    private var columns: [Int]
    private var dense: [Float] = []

    /// A column is faster than a list if at least one text in eight has the feature.
    private static let densestShare = 8

    /// - Parameter count: The number of rows to use, starting with the first row.
    init(_ rows: WeightedRows, _ count: Int) {
        self.count = count
        var places = [Int](repeating: 0, count: rows.width + 1)
        let end = rows.starts[count]
        for feature in rows.features[..<end] { places[Int(feature) + 1] += 1 }
        columns = [Int](repeating: -1, count: rows.width)
        for feature in 0..<rows.width {
            if places[feature + 1] * Self.densestShare > count {
                columns[feature] = dense.count
                dense.append(contentsOf: repeatElement(0, count: count))
            }
            places[feature + 1] += places[feature]
        }
        starts = places
        texts = [Int32](repeating: 0, count: end)
        values = [Float](repeating: 0, count: end)
        for text in 0..<count {
            for index in rows.starts[text]..<rows.starts[text + 1] {
                let feature = Int(rows.features[index])
                texts[places[feature]] = Int32(text)
                values[places[feature]] = rows.values[index]
                places[feature] += 1
                if columns[feature] >= 0 { dense[columns[feature] + text] = rows.values[index] }
            }
        }
    }

    /// Adds the dot products of a row and each text up to `last` to `sums`.
    func add(_ rows: WeightedRows, _ row: Int, upTo last: Int, to sums: inout [Float]) {
        sums.withUnsafeMutableBufferPointer { sums in
            for index in rows.starts[row]..<rows.starts[row + 1] {
                let (feature, value) = (Int(rows.features[index]), rows.values[index])
                let column = columns[feature]
                if column >= 0 {
                    dense.withUnsafeBufferPointer { dense in
                        // No overflow is possible, and its checks would prevent vector instructions.
                        let column = UnsafeBufferPointer(rebasing: dense[column..<column + last + 1])
                        for text in column.indices { sums[text] += value * column[text] }
                    }
                } else {
                    addList(of: feature, times: value, upTo: last, to: sums)
                }
            }
        }
    }

    private func addList(
        of feature: Int, times value: Float, upTo last: Int, to sums: UnsafeMutableBufferPointer<Float>
    ) {
        texts.withUnsafeBufferPointer { texts in
            values.withUnsafeBufferPointer { values in
                for place in starts[feature]..<starts[feature + 1] {
                    // The texts of a feature are in ascending order.
                    let text = Int(texts[place])
                    guard text <= last else { break }
                    sums[text] += value * values[place]
                }
            }
        }
    }
}
