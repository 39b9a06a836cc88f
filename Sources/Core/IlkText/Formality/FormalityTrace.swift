import IlkVocabulary

struct FormalityTrace: FormalitySink {
    private(set) var counts = [Int32](repeating: 0, count: FormalityFeature.count)
    private(set) var spans = [[TextSpan]](repeating: [], count: FormalityFeature.count)

    mutating func add(_ feature: FormalityFeature, _ amount: Int, lower: Int32, upper: Int32) {
        counts[feature.rawValue] &+= Int32(truncatingIfNeeded: amount)
        // Every word has a length, so its spans are not informative.
        if feature != .meanWordLength { spans[feature.rawValue].append(TextSpan(Int(lower), Int(upper))) }
    }

    mutating func add(classes bits: UInt64, lower: Int32, upper: Int32) {
        for feature in FormalityFeature.allCases.prefix(FormalityFeature.wordClassCount)
        where bits & (1 << UInt64(feature.rawValue)) != 0 {
            add(feature, 1, lower: lower, upper: upper)
        }
    }
}
