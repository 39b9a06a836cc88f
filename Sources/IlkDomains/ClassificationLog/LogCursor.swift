public import Foundation
public import IlkVocabulary

/// A place in the log between two entries: pages go from newest to oldest, by timestamp, then by id.
public struct LogCursor: Sendable, Hashable, Codable {
    /// The timestamp of the entry before the place.
    public var timestamp: Date
    /// The id of that entry.
    public var id: RecordID

    /// The place after the entry of this timestamp and id.
    public init(timestamp: Date, id: RecordID) {
        self.timestamp = timestamp
        self.id = id
    }
}
