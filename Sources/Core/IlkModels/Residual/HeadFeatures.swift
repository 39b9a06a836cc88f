package import IlkText

/// Reads the features of the residual head: the distinct unigrams, bigrams, `char_wb` n-grams and style
/// features of a text, hashed into buckets (K. Weinberger and others 2009).
///
/// All features of a group have the same value in a text. This value is chosen so that the vector of the
/// group's features has a fixed Euclidean norm.
package struct HeadFeatures {
    /// The feature groups that a head reads.
    package enum Scope: Sendable, Hashable {
        /// All groups, for the head of a model.
        case all
        /// Unigrams and bigrams, for a head that is fitted to recent corrections without a new model version.
        /// Reading them takes a fraction of the time that all groups take.
        case words

        /// The feature groups, with the norm of each.
        var groups: [(group: FeatureGroup, norm: Double)] {
            switch self {
            case .all: HeadFeatures.allGroups
            case .words: HeadFeatures.groupsOfWords
            }
        }
    }

    private static let allGroups: [(group: FeatureGroup, norm: Double)] = [
        (.unigrams, 1), (.bigrams, 1), (.wordNgrams, 1), (.style, 0.5),
    ]
    private static let groupsOfWords = Array(allGroups.prefix(2))

    /// The number of bits that hold the rank of a group's value in a key, and their mask.
    private static let (rankBits, rank): (UInt32, UInt32) = (2, 3)

    private let groups: [(group: FeatureGroup, norm: Double)]
    private let featureGroups: [FeatureGroup]
    private var bag = FeatureBag()
    private let seen = HashSet()
    private var hashes: [UInt64] = []

    package init(_ scope: Scope = .all) {
        groups = scope.groups
        featureGroups = groups.map(\.group)
    }

    /// Returns the number of hash bits that select a bucket: 16, or fewer for more than 256 labels.
    ///
    /// - Parameter labels: The number of labels. Each label has a weight in each bucket.
    package static func bits(labels: Int) -> Int {
        let room = max(1, greatestSize / max(1, labels))
        return max(WeightBuckets.fewestBits, min(16, Int.bitWidth - 1 - room.leadingZeroBitCount))
    }

    /// The maximum number of weights.
    private static let greatestSize = 1 << 24

    /// Passes the hashes of each group to a closure, with the value of its features.
    mutating func read(
        _ analysis: borrowing AnalyzedText, _ body: (UnsafeBufferPointer<UInt64>, Double) -> Void
    ) {
        bag.read(analysis, featureGroups: featureGroups, detail: .hashes)
        let seen = seen
        for (group, norm) in groups {
            hashes.removeAll(keepingCapacity: true)
            bag.appendHashes(of: group, to: &hashes)
            if group == .wordNgrams {
                // The n-grams of different words repeat.
                seen.clear(expected: hashes.count)
                hashes.removeAll { !seen.insert($0) }
            }
            guard !hashes.isEmpty else { continue }
            let value = norm / Double(hashes.count).squareRoot()
            hashes.withUnsafeBufferPointer { body($0, value) }
        }
    }

    /// Returns the sum of the feature values in each bucket, sorted by bucket. Buckets without features are
    /// left out.
    ///
    /// - Parameters:
    ///   - analysis: The analyzed text.
    ///   - bits: The number of hash bits that select a bucket.
    /// - Complexity: O(*n*) in the length of the text.
    package mutating func row(
        of analysis: borrowing AnalyzedText, bits: Int
    ) -> [(bucket: UInt32, value: Double)] {
        // A key has the bucket in its upper bits, then the rank of the value, so that the values of a bucket are
        // added in ascending order.
        var keys: [UInt32] = []
        var values: [Double] = []
        read(analysis) { hashes, value in
            for hash in hashes {
                let bucket = UInt32(WeightBuckets.bucket(of: hash, bits: bits))
                keys.append(bucket << Self.rankBits | UInt32(values.count))
            }
            values.append(value)
        }
        let ranks = values.indices.map { group in
            UInt32(values.indices.count { (values[$0], $0) < (values[group], group) })
        }
        for index in keys.indices {
            keys[index] = keys[index] & ~Self.rank | ranks[Int(keys[index] & Self.rank)]
        }
        Self.sort(&keys, bits: UInt32(bits) + Self.rankBits)
        values.sort()
        var row: [(bucket: UInt32, value: Double)] = []
        row.reserveCapacity(keys.count)
        for key in keys {
            let (bucket, value) = (key >> Self.rankBits, values[Int(key & Self.rank)])
            if let last = row.indices.last, row[last].bucket == bucket {
                row[last].value += value
            } else {
                row.append((bucket, value))
            }
        }
        return row
    }

    /// Sorts keys by half of their bits at a time (radix sort).
    private static func sort(_ keys: inout [UInt32], bits: UInt32) {
        let half = (bits + 1) / 2
        var sortedKeys = [UInt32](repeating: 0, count: keys.count)
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 1 << Int(half)) { ends in
            for shift in [0, half] {
                let digit = { (key: UInt32) in Int(key >> shift & (1 << half - 1)) }
                ends.initialize(repeating: 0)
                for key in keys { ends[digit(key)] &+= 1 }
                var sum: Int32 = 0
                for index in ends.indices {
                    sum &+= ends[index]
                    ends[index] = sum
                }
                sortedKeys.withUnsafeMutableBufferPointer { sorted in
                    // From the end, so that equal digits keep their order.
                    for key in keys.reversed() {
                        let place = digit(key)
                        ends[place] &-= 1
                        sorted[Int(ends[place])] = key
                    }
                }
                swap(&keys, &sortedKeys)
            }
        }
    }
}
