import IlkModels

/// What features weigh beyond once a text: the mass of each further place at which a text has a feature, by category.
///
/// Most features stand in a text once. So only those that ever stood in one twice have numbers here.
struct RepeatCounts: Sendable {
    private let categories: Int
    /// The mass of all repeats of a family in the texts of each category: one row a family.
    var familyMass: [[Int64]]
    /// Where the numbers of each row of the counts begin, as a multiple of the categories, from 1; 0, or no entry, for none.
    private var places: [Int32] = []
    /// The masses: `categories` numbers for each row that has any.
    private(set) var mass: [Int64] = []

    init(categories: Int) {
        self.categories = categories
        familyMass = [[Int64]](
            repeating: [Int64](repeating: 0, count: categories), count: FeatureFamily.allCases.count)
    }

    /// Where in ``mass`` the numbers of a row begin, or -1.
    @inline(__always)
    func offset(of row: Int) -> Int {
        guard row < places.count, places[row] > 0 else { return -1 }
        return (Int(places[row]) &- 1) &* categories
    }

    /// The masses of a row by category.
    func masses(of row: Int) -> ArraySlice<Int64>? {
        let offset = offset(of: row)
        return offset < 0 ? nil : mass[offset..<offset + categories]
    }

    /// The mass of a row in all categories.
    @inline(__always)
    func total(of row: Int) -> Int64 {
        let offset = offset(of: row)
        guard offset >= 0 else { return 0 }
        var sum: Int64 = 0
        for category in 0..<categories { sum &+= mass[offset &+ category] }
        return sum
    }

    /// Adds to the mass of a row, and to nothing else.
    mutating func add(_ share: Int64, row: Int, category: Int) {
        mass[room(for: row) + category] += share
    }

    /// Puts other numbers in the place of a row's.
    mutating func replace(row: Int, with masses: some Collection<Int64>) {
        guard offset(of: row) >= 0 || masses.contains(where: { $0 != 0 }) else { return }
        let start = room(for: row)
        mass.replaceSubrange(start..<start + categories, with: masses)
    }

    /// Multiplies all masses by a factor of their family and category.
    mutating func multiply(by factors: [[Double]], of families: [FeatureFamily]) {
        func multiplied(_ mass: Int64, _ factor: Double) -> Int64 { Int64((Double(mass) * factor).rounded()) }
        for row in families.indices.prefix(places.count) {
            let offset = offset(of: row)
            guard offset >= 0 else { continue }
            for (category, factor) in factors[families[row].rawValue].enumerated() {
                mass[offset + category] = multiplied(mass[offset + category], factor)
            }
        }
        for family in familyMass.indices {
            familyMass[family] = zip(familyMass[family], factors[family]).map(multiplied)
        }
    }

    private mutating func room(for row: Int) -> Int {
        if row >= places.count {
            places.append(contentsOf: repeatElement(0, count: row + 1 - places.count))
        }
        if places[row] == 0 {
            places[row] = Int32(mass.count / categories + 1)
            mass.append(contentsOf: repeatElement(0, count: categories))
        }
        return (Int(places[row]) - 1) * categories
    }
}
