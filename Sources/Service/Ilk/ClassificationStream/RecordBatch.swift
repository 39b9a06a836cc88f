package import FoundationEssentials
package import IlkFraming
package import IlkVocabulary

/// Lines to be processed by one ``RecordStream``.
package struct RecordBatch: Sendable {
    /// The id and the time of a log entry. Ids and times ascend in the order of the input, even if several
    /// streams process the texts of one input.
    package struct Stamp: Sendable {
        package let id: RecordID
        package let time: Date
    }

    package let lines: LineBatch
    /// The ids and times for log entries: at least one for each line, or an empty array.
    package let stamps: [Stamp]

    package init(lines: LineBatch, stamps: [Stamp] = []) {
        self.lines = lines
        self.stamps = stamps
    }
}
