import Glibc
import IlkModels

/// The sums of the weights of a text's features in several weightings.
///
/// Sums of logarithms are computed as logarithms of products of up to 16 factors. This saves most calls of
/// `log`.
struct WeightSums {
    private let totals: [GroupTotals]
    private let categories: Int
    /// The inverse smoothing of each weighting.
    private let units: [Double]
    /// The sums of logarithms, and the products that are not yet added to them, by weighting and category.
    private var sums: [Double]
    private var products: [Double]
    private var pooled: [Double]
    private var features = 0

    init(_ totals: [GroupTotals]) {
        self.totals = totals
        categories = totals[0].weightedFeatures.count
        units = totals.map { 1 / $0.smoothing }
        sums = [Double](repeating: 0, count: totals.count * categories)
        products = [Double](repeating: 1, count: totals.count * categories)
        pooled = [Double](repeating: 0, count: categories)
    }

    /// Adds the weights of a feature. `row` has its weighted counts by category, and `all` is their sum.
    @inline(__always)
    mutating func add(_ row: UnsafeMutableBufferPointer<Double>, _ all: Double, frequency: Int) {
        // Wrapping arithmetic avoids overflow checks. Indices are within the arrays.
        for place in totals.indices {
            let start = place &* categories
            let unit = units[place]
            switch totals[place].weighing.variant {
            case .complement:
                products.withUnsafeMutableBufferPointer { products in
                    for category in 0..<categories {
                        products[start &+ category] *= max(0, all - row[category]) * unit + 1
                    }
                }
            case .multinomial:
                products.withUnsafeMutableBufferPointer { products in
                    for category in 0..<categories {
                        products[start &+ category] *= max(0, row[category]) * unit + 1
                    }
                }
            case .pooled:
                for category in 0..<categories { pooled[category] = row[category] }
                totals[place].weigh(&pooled, frequency: frequency)
                for category in 0..<categories { sums[start &+ category] += pooled[category] }
            }
        }
        features &+= 1
        // A factor is below 1e15 for any number of texts that fits into memory, so 16 factors cannot
        // overflow.
        if features & 15 == 0 { addLogarithms() }
    }

    /// Returns the sums by weighting and category, with a mean of 0 unless they are clipped.
    mutating func finish() -> [[Double]] {
        addLogarithms()
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

    private mutating func addLogarithms() {
        for index in sums.indices where products[index] != 1 {
            sums[index] += log(products[index])
            products[index] = 1
        }
    }
}
