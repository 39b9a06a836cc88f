/// What came of records that were taken in.
struct RecordImportOutcome: Encodable {
    /// How many are new.
    var added = 0
    /// How many were there already.
    var present = 0
    /// How many were left out.
    var leftOut = 0
}
