import Glibc
import IlkModels

/// The sums of the weights of a text's features in several weightings.
///
/// Features are collected in blocks of 16. The sum of their logarithms is the logarithm of their product, which
/// saves most calls of `log`.
struct WeightSums: ~Copyable {
    private typealias Lanes = SIMD4<Double>

    private let totals: [GroupTotals]
    private let categories: Int
    /// The number of counts of a feature in ``rows``: a multiple of the number of lanes.
    private let stride: Int
    /// The inverse smoothing of each weighting.
    private let units: [Double]
    /// The sums by weighting and category.
    private var sums: [Double]
    /// The weighted counts of the features of the block by category, the sum of each feature's counts, and the
    /// number of texts with each feature.
    private let rows: UnsafeMutablePointer<Double>
    private let alls: UnsafeMutablePointer<Double>
    private let frequencies: UnsafeMutablePointer<Int>
    private var pooled: [Double]
    /// The number of features in the block, and in all blocks.
    private var pending = 0
    private var features = 0

    /// A factor is below 1e15 for any number of texts that fits into memory, so 16 factors cannot overflow.
    private static let blockSize = 16

    init(_ totals: [GroupTotals]) {
        self.totals = totals
        categories = totals[0].weightedFeatures.count
        stride = (categories + Lanes.scalarCount - 1) / Lanes.scalarCount * Lanes.scalarCount
        units = totals.map { 1 / $0.smoothing }
        sums = [Double](repeating: 0, count: totals.count * categories)
        rows = .allocate(capacity: stride * Self.blockSize)
        rows.initialize(repeating: 0, count: stride * Self.blockSize)
        alls = .allocate(capacity: Self.blockSize)
        frequencies = .allocate(capacity: Self.blockSize)
        pooled = [Double](repeating: 0, count: categories)
    }

    deinit {
        rows.deallocate()
        alls.deallocate()
        frequencies.deallocate()
    }

    /// The place for the weighted counts of the next feature by category.
    var row: UnsafeMutablePointer<Double> {
        @inline(__always) get { rows + pending &* stride }
    }

    /// Adds the weights of the feature whose weighted counts are in ``row``. `all` is their sum.
    @inline(__always)
    mutating func add(_ all: Double, frequency: Int) {
        alls[pending] = all
        frequencies[pending] = frequency
        pending &+= 1
        if pending == Self.blockSize { addBlock() }
    }

    /// Adds the weights of the features of the block to the sums.
    private mutating func addBlock() {
        for place in totals.indices {
            switch totals[place].weighing.variant {
            case .complement: addProducts(place, isComplement: true)
            case .multinomial: addProducts(place, isComplement: false)
            case .pooled: addPooled(place)
            }
        }
        features += pending
        pending = 0
    }

    @inline(__always)
    private mutating func addProducts(_ place: Int, isComplement: Bool) {
        let unit = units[place]
        for first in Swift.stride(from: 0, to: categories, by: Lanes.scalarCount) {
            var product = Lanes(repeating: 1)
            let rows = UnsafeRawPointer(rows)
            for feature in 0..<pending {
                let offset = (feature &* stride &+ first) &* MemoryLayout<Double>.stride
                let row = rows.loadUnaligned(fromByteOffset: offset, as: Lanes.self)
                var counts = isComplement ? alls[feature] - row : row
                counts.replace(with: 0, where: counts .< 0)
                product *= counts * unit + 1
            }
            for category in first..<min(first + Lanes.scalarCount, categories)
            where product[category - first] != 1 {
                sums[place * categories + category] += log(product[category - first])
            }
        }
    }

    private mutating func addPooled(_ place: Int) {
        for feature in 0..<pending {
            for category in 0..<categories { pooled[category] = rows[feature * stride + category] }
            totals[place].weigh(&pooled, frequency: frequencies[feature])
            for category in 0..<categories { sums[place * categories + category] += pooled[category] }
        }
    }

    /// Returns the sums by weighting and category, with a mean of 0 unless they are clipped.
    mutating func finish() -> [[Double]] {
        addBlock()
        return totals.enumerated().map { place, totals in
            var row = Array(sums[place * categories..<(place + 1) * categories])
            guard totals.weighing.variant != .pooled else { return row }
            let sign: Double = totals.weighing.variant == .complement ? -1 : 1
            for category in row.indices {
                row[category] = sign * (row[category] - Double(features) * totals.logs[category])
            }
            GroupTotals.center(&row)
            return row
        }
    }
}
