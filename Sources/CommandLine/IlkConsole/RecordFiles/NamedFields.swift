/// The fields of rows by the names that stand in the first row, in whatever order.
package struct NamedFields {
    private let places: [String: Int]

    /// Fields under these names; of two of one name the first counts.
    ///
    /// - Throws: `RecordProblem` when a name is missing that every record needs.
    package init(names: [String?], needed: [String]) throws {
        places = Dictionary(
            names.enumerated().compactMap { place, name in name.map { ($0, place) } },
            uniquingKeysWith: { first, _ in first })
        for name in needed where places[name] == nil {
            throw RecordProblem(says: "the first row has no '\(name)'")
        }
    }

    /// The field of a name; nil when it is not there or has nothing in it.
    package func field(_ name: String, of row: [String?]) -> String? {
        guard let place = places[name], place < row.count else { return nil }
        return row[place]
    }
}
