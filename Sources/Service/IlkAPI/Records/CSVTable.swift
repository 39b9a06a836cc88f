import IlkFraming
import IlkHTTP

/// A table in CSV (RFC 4180), as the exports of the program write it.
struct CSVTable {
    /// The parameter that protects the fields against evaluation by a spreadsheet.
    static let parameter = Parameter(
        .query,
        .init(
            "spreadsheet", .boolean,
            "With CSV: true to put an apostrophe before fields that a spreadsheet would run as formulas."))

    private(set) var bytes: [UInt8] = []
    private let isGuarded: Bool

    /// Creates an empty table for a request, which can have ``parameter``.
    init(_ call: APICall) { isGuarded = call.value(Self.parameter.name)?.bool ?? false }

    /// Appends the header row.
    mutating func append(names: [String?]) {
        var names = names
        if isGuarded {
            names = CommaSeparated.escapingFormulas(names)
            // An apostrophe before the first name marks a guarded file. Readers then remove all apostrophes.
            if !names.isEmpty { names[0] = "'" + (names[0] ?? "") }
        }
        CommaSeparated.append(names, to: &bytes)
    }

    /// Appends a row.
    mutating func append(_ fields: [String?]) {
        CommaSeparated.append(isGuarded ? CommaSeparated.escapingFormulas(fields) : fields, to: &bytes)
    }
}
