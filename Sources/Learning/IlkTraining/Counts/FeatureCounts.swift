import IlkModels
import IlkText
public import IlkVocabulary

/// The counts of a naive Bayes model: for each feature and category, the weighted number of texts and of
/// occurrences, as integers.
///
/// The weights of a model are computed from these counts. The counts of two sets of texts can be added and
/// subtracted in any order.
public struct FeatureCounts: Sendable {
    /// The weighted count of a text of weight 1, in integer units. Each of a text's *n* features gets 1/√*n*
    /// of this count.
    public static let unitsPerText = 65_536

    /// The taxonomy. Each row has one number for each category, in the taxonomy's order.
    public let taxonomy: Taxonomy
    /// The number of texts of each category.
    public private(set) var documents: [Int]
    /// The sum of the weights of each category's texts, in units of 1/``unitsPerText``.
    public private(set) var weightedDocuments: [Int]
    /// The weighted count of all features of a feature group in each category, by feature group.
    private(set) var weightedFeatures: [[Int64]]

    /// The additional counts of repeated features.
    private(set) var repeats: RepeatCounts
    /// `true` if occurrences were counted, `false` if only texts were counted. Models of earlier releases
    /// have no occurrence counts. If such counts are added to other counts, the sum has no occurrence counts
    /// either.
    public private(set) var hasOccurrences = true

    /// The n-grams of the spans of the texts that were counted.
    private(set) var spans = SpanRows()
    private(set) var rows = RowIndex()
    var hashes: [UInt64] { rows.hashes }
    private(set) var featureGroups: [FeatureGroup] = []
    /// The bytes of all names. Names of n-grams are parts of the name of a span.
    private var nameBytes: [UInt8] = []
    /// The name of each row as a range of ``nameBytes``.
    private var names: [(lower: UInt32, upper: UInt32)] = []
    /// The number of texts with the feature of each row.
    private(set) var frequency: [Int32] = []
    /// The weighted count of each feature and category.
    private(set) var weightedCounts: LabelCounts
    /// The number of the last text with the feature of each row, so that a repeated feature counts once per
    /// text. The numbers start again after 65,535 feature groups of texts.
    private var lastText: [UInt16] = []
    private var text: UInt16 = 0

    /// Creates counts that contain no text yet.
    ///
    /// - Parameter taxonomy: The categories.
    public init(taxonomy: Taxonomy) {
        self.taxonomy = taxonomy
        documents = [Int](repeating: 0, count: taxonomy.count)
        weightedDocuments = [Int](repeating: 0, count: taxonomy.count)
        let row = [Int64](repeating: 0, count: taxonomy.count)
        weightedFeatures = [[Int64]](repeating: row, count: FeatureGroup.allCases.count)
        repeats = RepeatCounts(categories: taxonomy.count)
        weightedCounts = LabelCounts(categories: taxonomy.count)
    }

    /// The number of distinct features.
    public var featureCount: Int { featureGroups.count }

    func name(_ row: Int) -> ArraySlice<UInt8> {
        nameBytes[Int(names[row].lower)..<Int(names[row].upper)]
    }

    /// Returns the counts of some rows, as if no text had the features of other rows. Sums and style features
    /// are unchanged.
    func keeping(_ kept: [Int]) -> FeatureCounts {
        var isKept = [Bool](repeating: false, count: featureGroups.count)
        for row in kept { isKept[row] = true }
        var result = self
        for row in featureGroups.indices where !isKept[row] && featureGroups[row] != .style {
            result.frequency[row] = 0
        }
        return result
    }

    /// Adds one text, or subtracts it if `sign` is -1. The weight `textWeight` is in units of
    /// 1/``unitsPerText``.
    @discardableResult
    mutating func add(
        _ features: borrowing FeatureBag, featureGroups: [FeatureGroup], category: Int,
        weight textWeight: Int, sign: Int = 1
    ) -> CountedText {
        documents[category] += sign
        weightedDocuments[category] += sign * textWeight
        var result = CountedText(category: category, weight: textWeight)
        for group in featureGroups {
            let stream = features[group]
            // All rows are found first, so that the processor can load the counts of several rows at a time.
            let (numbers, again) = numbers(of: stream, group)
            let rows = rows(of: numbers, group)
            let share = Int64(sign) * Self.share(of: textWeight, group: group, features: rows.count)
            weightedFeatures[group.rawValue][category] += share * Int64(rows.count)
            add(share, to: rows, category, sign)
            result.setFeatures(numbers, of: group, rows, hashes)
            let rowsAgain = self.rows(of: again, group)
            addRepeats(rowsAgain, of: group, category, share)
            result.setRepeats(again, of: group, rowsAgain, hashes)
        }
        result.shrink()
        return result
    }

    /// Returns the rows of the features of a stream, and those of their other occurrences. For `char_wb` n-grams,
    /// these are the numbers of spans.
    private mutating func numbers(
        of stream: FeatureStream, _ group: FeatureGroup
    ) -> (features: [Int32], repeats: [Int32]) {
        // Read once: the property is in another module and is not inlined.
        let hashes = stream.hashes
        var result: [Int32] = []
        result.reserveCapacity(hashes.count)
        guard group == .wordNgrams else {
            for (index, hash) in hashes.enumerated() { result.append(row(hash, group, stream, index)) }
            return (result, stream.repeated.compactMap { rows[$0] })
        }
        for (index, key) in hashes.enumerated() {
            result.append(spans.number(of: key) ?? insertSpan(key, stream, index))
        }
        return (result, stream.repeated.compactMap { spans.number(of: $0) })
    }

    private mutating func insertSpan(_ key: UInt64, _ stream: FeatureStream, _ index: Int) -> Int32 {
        let (lower, upper) = stream.names[index]
        let span = stream.material[Int(lower)..<Int(upper)]
        var ngrams: [Int32] = []
        let (start, known) = (nameBytes.count, featureCount)
        nameBytes.append(contentsOf: span)
        span.withUnsafeBufferPointer { bytes in
            NamedNgrams.forEach(in: bytes) { hash, range in
                ngrams.append(
                    rows[hash]
                        ?? addRow(hash, .wordNgrams, start + range.lowerBound..<start + range.upperBound))
            }
        }
        if featureCount == known { nameBytes.removeLast(span.count) }
        return spans.insert(key, ngrams)
    }

    /// Returns the rows for numbers from ``numbers(of:_:)``.
    private func rows(of numbers: [Int32], _ group: FeatureGroup) -> [Int32] {
        group == .wordNgrams ? spans.rows(of: numbers) : numbers
    }

    /// Adds the share of each feature of a text to the weighted counts of its category. Also counts the text
    /// once for each distinct feature.
    private mutating func add(_ share: Int64, to features: [Int32], _ category: Int, _ sign: Int) {
        beginText()
        let (text, sign) = (text, Int32(sign))
        weightedCounts.add(share, to: features, category: category)
        lastText.withUnsafeMutableBufferPointer { lastText in
            frequency.withUnsafeMutableBufferPointer { frequency in
                for row in features where lastText[Int(row)] != text {
                    lastText[Int(row)] = text
                    frequency[Int(row)] &+= sign
                }
            }
        }
    }

    func without(_ texts: [CountedText]) -> FeatureCounts {
        var result = self
        for text in texts { result.subtractText(text) }
        return result
    }

    private mutating func subtractText(_ counted: CountedText) {
        documents[counted.category] -= 1
        weightedDocuments[counted.category] -= counted.weight
        for group in FeatureGroup.allCases {
            let rows = counted.features(of: group, spans)
            let share = Self.share(of: counted.weight, group: group, features: rows.count)
            weightedFeatures[group.rawValue][counted.category] -= share * Int64(rows.count)
            addRepeats(counted.repeats(of: group, spans), of: group, counted.category, -share)
            add(-share, to: rows, counted.category, -1)
        }
    }

    /// Gives the current text, or one of its feature groups, a number other than 0.
    private mutating func beginText() {
        if text == .max {
            lastText.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
            text = 0
        }
        text += 1
    }

    /// Counts the current text for a row, once.
    @inline(__always)
    private mutating func countOncePerText(in row: Int, _ sign: Int) {
        guard lastText[row] != text else { return }
        lastText[row] = text
        frequency[row] += Int32(sign)
    }

    @inline(__always)
    private mutating func addRepeats(
        _ again: [Int32], of group: FeatureGroup, _ category: Int, _ share: Int64
    ) {
        guard !again.isEmpty else { return }
        repeats.weightedFeatures[group.rawValue][category] += share * Int64(again.count)
        repeats.add(share, to: again, category: category)
    }

    /// Adds an unlabeled text as evidence, or subtracts it if `sign` is -1. The number of texts is unchanged.
    ///
    /// `shares` has the probability of each category, in units of 1/``unitsPerText``. Style features are
    /// ignored, because their rates refer to the number of texts.
    mutating func add(
        evidence features: borrowing FeatureBag, featureGroups: [FeatureGroup], shares: [Int], sign: Int = 1
    ) {
        let categories = taxonomy.count
        for group in featureGroups where group != .style {
            let (numbers, again) = numbers(of: features[group], group)
            let rows = rows(of: numbers, group)
            guard !rows.isEmpty else { continue }
            let each = shares.map {
                Int64(sign) * Self.share(of: $0, group: group, features: rows.count)
            }
            for category in 0..<categories {
                weightedFeatures[group.rawValue][category] += each[category] * Int64(rows.count)
            }
            beginText()
            for row in rows.map(Int.init) {
                for category in 0..<categories {
                    weightedCounts.add(each[category], row: row, category: category)
                }
                countOncePerText(in: row, sign)
            }
            let rowsAgain = self.rows(of: again, group)
            for category in 0..<categories { addRepeats(rowsAgain, of: group, category, each[category]) }
        }
    }

    /// Adds the counts of other texts. Returns the row in these counts for each row of `other`.
    @discardableResult
    mutating func merge(_ other: FeatureCounts) -> [Int32] {
        precondition(other.taxonomy == taxonomy, "counts of one taxonomy")
        hasOccurrences = hasOccurrences && other.hasOccurrences
        return combine(other) { left, right, _ in left + right }
    }

    /// Releases the spans, to which counted texts refer.
    mutating func releaseSpans() { spans = SpanRows() }

    /// Adds the spans of other counts that were merged, so that their texts can refer to them. Returns the number
    /// here for each span of `other`.
    ///
    /// - Parameter places: The row here for each row of `other`.
    mutating func mergeSpans(_ other: FeatureCounts, _ places: [Int32]) -> [Int32] {
        spans.merge(other.spans, places)
    }

    /// Adds the counts of evidence, multiplied by a weight in units of 1/``unitsPerText``. The number of
    /// texts is unchanged.
    ///
    /// Each sum is rounded once, so the result does not depend on the distribution of texts among the counts.
    mutating func merge(evidence: FeatureCounts, weight: Int) {
        precondition(evidence.taxonomy == taxonomy, "counts of one taxonomy")
        guard weight > 0 else { return }
        func scaled(_ number: Int64) -> Int64 {
            (number * Int64(weight) + Int64(Self.unitsPerText / 2)) >> 16
        }
        // A new feature that rounds to 0 texts would have no weight.
        combine(evidence, addingRows: { scaled(Int64(evidence.frequency[$0])) > 0 }) { left, right, _ in
            left + scaled(right)
        }
    }

    /// Combines each number with the corresponding number of other counts.
    ///
    /// - Parameters:
    ///   - other: Counts of the same categories.
    ///   - isAdded: Returns `true` for the rows of `other` that are added if these counts do not have them.
    ///   - operation: Returns a number of the result. Its arguments are the number in these counts, the
    ///     number in `other` and the maximum.
    /// - Returns: The row in these counts for each row of `other`, or -1 for rows that are not added.
    @discardableResult
    mutating func combine<Failure: Error>(
        _ other: FeatureCounts, addingRows isAdded: (Int) -> Bool = { _ in true },
        _ operation: (_ here: Int64, _ there: Int64, _ greatest: Int64) throws(Failure) -> Int64
    ) throws(Failure) -> [Int32] {
        func combineSums(_ sums: inout [Int64], _ others: [Int64]) throws(Failure) {
            for (place, sum) in others.enumerated() {
                sums[place] = try operation(sums[place], sum, Self.greatest)
            }
        }
        for category in documents.indices {
            documents[category] = Int(
                try operation(Int64(documents[category]), Int64(other.documents[category]), Self.greatest))
            weightedDocuments[category] = Int(
                try operation(
                    Int64(weightedDocuments[category]), Int64(other.weightedDocuments[category]),
                    Self.greatest))
        }
        for group in weightedFeatures.indices {
            try combineSums(&weightedFeatures[group], other.weightedFeatures[group])
            try combineSums(&repeats.weightedFeatures[group], other.repeats.weightedFeatures[group])
        }
        var places: [Int32] = []
        places.reserveCapacity(other.featureCount)
        for (index, hash) in other.hashes.enumerated() {
            guard rows[hash] != nil || isAdded(index) else {
                places.append(-1)
                continue
            }
            let place = row(of: hash, other.featureGroups[index], other.name(index))
            places.append(place)
            let row = Int(place)
            let texts = Int64(other.frequency[index])
            frequency[row] = Int32(try operation(Int64(frequency[row]), texts, Int64(Int32.max)))
            try other.weightedCounts.forEach(in: index) { category, number throws(Failure) in
                try weightedCounts.update(row: row, category: category) { count throws(Failure) in
                    try operation(count, number, Self.greatest)
                }
            }
            try other.repeats.forEach(in: index) { category, number throws(Failure) in
                try repeats.update(row: row, category: category) { count throws(Failure) in
                    try operation(count, number, Self.greatest)
                }
            }
        }
        return places
    }

    /// The maximum of a sum of counts. Two such sums can be added without overflow.
    private static let greatest: Int64 = 1 << 62 - 1

    /// Converts the weight of a text to integer units: at least 1, and small enough that no sum overflows.
    package static func weightedCounts(ofWeight weight: Double) -> Int {
        guard weight > 0 else { return 1 }
        return max(1, Int((min(weight, 16_384) * Double(unitsPerText)).rounded()))
    }

    /// Returns the weighted count that each feature of a text adds: the weight of the text divided by √*n*
    /// for *n* features. A style feature adds the whole weight, because all texts have the same number of
    /// style features.
    static func share(of textWeight: Int, group: FeatureGroup, features: Int) -> Int64 {
        guard group != .style else { return Int64(textWeight) }
        return Int64((Double(textWeight) / Double(max(1, features)).squareRoot()).rounded())
    }

    private mutating func row(
        _ hash: UInt64, _ group: FeatureGroup, _ stream: FeatureStream, _ index: Int
    ) -> Int32 {
        if let row = rows[hash] { return row }
        let name = stream.names[index]
        return row(of: hash, group, stream.material[Int(name.lower)..<Int(name.upper)])
    }

    private mutating func row(of hash: UInt64, _ group: FeatureGroup, _ name: ArraySlice<UInt8>) -> Int32 {
        if let row = rows[hash] { return row }
        let start = nameBytes.count
        nameBytes.append(contentsOf: name)
        return addRow(hash, group, start..<nameBytes.count)
    }

    /// Adds a row whose name is a range of ``nameBytes``.
    private mutating func addRow(_ hash: UInt64, _ group: FeatureGroup, _ name: Range<Int>) -> Int32 {
        let row = rows.insert(hash)
        featureGroups.append(group)
        names.append((UInt32(name.lowerBound), UInt32(name.upperBound)))
        frequency.append(0)
        lastText.append(0)
        weightedCounts.appendRow()
        return row
    }

    mutating func restore(
        group: FeatureGroup, name: [UInt8], hash: UInt64, frequency textCount: Int32,
        weightedCounts rowCounts: [Int64]
    ) {
        guard rows[hash] == nil else { return }
        let row = Int(row(of: hash, group, name[...]))
        frequency[row] = textCount
        for (category, count) in rowCounts.enumerated() where count != 0 {
            weightedCounts.update(row: row, category: category) { _ in count }
        }
    }

    mutating func restore(_ repeats: RepeatCounts?) {
        hasOccurrences = repeats != nil
        self.repeats = repeats ?? RepeatCounts(categories: taxonomy.count)
    }

    mutating func restore(documents: [Int], weightedDocuments: [Int], weightedFeatures: [[Int64]]) {
        self.documents = documents
        self.weightedDocuments = weightedDocuments
        for group in weightedFeatures.indices { self.weightedFeatures[group] = weightedFeatures[group] }
    }
}
