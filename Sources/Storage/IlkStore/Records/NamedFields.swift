/// Access to the fields of rows by the names in the header row, in any order.
package struct NamedFields {
    private let places: [String: Int]

    /// Creates the mapping from the header row. If several columns have the same name, the first one is used.
    ///
    /// - Throws: `RecordError` if a required name is missing.
    package init(names: [String?], needed: [String]) throws {
        places = Dictionary(
            names.enumerated().compactMap { place, name in name.map { ($0, place) } },
            uniquingKeysWith: { first, _ in first })
        for name in needed where places[name] == nil {
            throw RecordError(message: "the header row has no column '\(name)'")
        }
    }

    /// Returns the field with a name, or `nil` if it is missing or empty.
    package func field(_ name: String, of row: [String?]) -> String? {
        guard let place = places[name], place < row.count else { return nil }
        return row[place]
    }
}
