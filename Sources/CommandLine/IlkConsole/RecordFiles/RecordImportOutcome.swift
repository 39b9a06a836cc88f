/// What came of records that were taken in.
package struct RecordImportOutcome: Encodable {
    /// How many are new.
    package var added = 0
    /// How many were there already.
    package var present = 0
    /// How many were left out.
    package var leftOut = 0

    /// Creates a value from its parts.
    package init(added: Int = 0, present: Int = 0, leftOut: Int = 0) {
        self.added = added
        self.present = present
        self.leftOut = leftOut
    }
}
