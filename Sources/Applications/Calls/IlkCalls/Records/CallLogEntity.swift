public import Foundation
public import GRDB
public import IlkStore
public import IlkVocabulary

/// A call in the store: a row of `callLog`. Times have millisecond resolution.
public struct CallLogEntity: Sendable, Hashable {
    /// The key of the call in this store (UUID version 7). A call has a key even before the first sync.
    public var key: RecordID
    /// The id of the call on the server, or 0 if the server does not have the call.
    public var id: Int32
    /// The id of the contact: ``Contact/id``.
    public var contactId: Int32
    /// The start time of the call.
    public var calledAt: Date
    /// The duration in minutes, or 0 if no duration was recorded.
    public var duration: Int32
    /// The emotion of the call, as the raw value of an `EmotionalState`; `nil` if no emotion was recorded.
    public var emotionalState: String?
    /// Free text about the call: at most ``CallDraft/maximumNotesLength`` Unicode scalars.
    public var notes: String?
    /// The sync status of the call.
    public var syncStatus: CallSyncStatus
    /// The error message with which the server rejected the call; `nil` if the call was not rejected.
    public var syncError: String?
    /// The time when the call was recorded.
    public var createdAt: Date
    /// The time of the last change of the call.
    public var updatedAt: Date
    /// The time of the last attempt to send the call, or `nil` if there was no attempt.
    public var lastSyncAttempt: Date?
    /// `true` if the call was deleted in this store. The row is kept until the server has also deleted the
    /// call.
    public var isMarkedDeleted: Bool
    /// The time of the last known change of the call on the server, or `nil` if no change is known.
    public var serverUpdatedAt: Date?
    /// The row number. Row numbers are in the order of start times.
    var rowNumber: Int64 = 0

    /// Creates a call.
    ///
    /// - Parameters:
    ///   - key: The key of the call in this store (UUID version 7).
    ///   - id: The id of the call on the server, or 0 if the server does not have the call.
    ///   - contactId: The id of the contact.
    ///   - calledAt: The start time of the call.
    ///   - duration: The duration in minutes, or 0 if no duration was recorded.
    ///   - emotionalState: The emotion of the call, as the raw value of an `EmotionalState`.
    ///   - notes: Free text, at most ``CallDraft/maximumNotesLength`` Unicode scalars.
    ///   - syncStatus: The sync status of the call.
    ///   - syncError: The error message with which the server rejected the call.
    ///   - createdAt: The time when the call was recorded.
    ///   - updatedAt: The time of the last change of the call.
    ///   - lastSyncAttempt: The time of the last attempt to send the call.
    ///   - isMarkedDeleted: `true` if the call was deleted in this store.
    ///   - serverUpdatedAt: The time of the last known change of the call on the server.
    public init(
        key: RecordID, id: Int32, contactId: Int32, calledAt: Date, duration: Int32,
        emotionalState: String? = nil, notes: String? = nil, syncStatus: CallSyncStatus,
        syncError: String? = nil, createdAt: Date, updatedAt: Date, lastSyncAttempt: Date? = nil,
        isMarkedDeleted: Bool, serverUpdatedAt: Date? = nil
    ) {
        self.key = key
        self.id = id
        self.contactId = contactId
        self.calledAt = calledAt
        self.duration = duration
        self.emotionalState = emotionalState
        self.notes = notes
        self.syncStatus = syncStatus
        self.syncError = syncError
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.lastSyncAttempt = lastSyncAttempt
        self.isMarkedDeleted = isMarkedDeleted
        self.serverUpdatedAt = serverUpdatedAt
    }

    /// The emotion of the call, or `nil` if no emotion was recorded.
    public var emotion: EmotionalState? { emotionalState.flatMap(EmotionalState.init) }
    /// `true` if the call waits to be sent, or if the server rejected it.
    public var needsSync: Bool { syncStatus == .pending || syncStatus == .failed }
    /// `true` if the call is being sent.
    public var isSyncing: Bool { syncStatus == .syncing }
    /// `true` if the server has the current version of the call.
    public var isSynced: Bool { syncStatus == .synced }

    /// The last 8 characters of the key, which commands accept as a reference.
    public var shortID: String { String(key.description.suffix(8)) }
    /// The cursor for the page that begins after this call.
    public var cursor: PageCursor { PageCursor(timestamp: calledAt, id: key) }
}

extension CallLogEntity: FetchableRecord {
    /// Reads a row.
    ///
    /// - Parameter row: A row of `callLog` read from a statement. Notes that contain NUL are read completely.
    /// - Throws: `RowDecodingError` if a column is missing or has the wrong type.
    public init(row: Row) throws {
        func text(_ column: String) throws -> String? {
            // GRDB reads text as a C string, which ends at NUL, but reads data by length.
            try row.decode(Data?.self, forColumn: column).map { String(decoding: $0, as: UTF8.self) }
        }
        func date(_ column: String) throws -> Date? {
            try row.decode(Int64?.self, forColumn: column).map(Date.init(milliseconds:))
        }
        key = RecordID(uuid: try row.decode(UUID.self, forColumn: "key"))
        id = try row.decode(Int32.self, forColumn: "id")
        contactId = try row.decode(Int32.self, forColumn: "contactId")
        calledAt = try date("calledAt") ?? .distantPast
        duration = try row.decode(Int32.self, forColumn: "duration")
        emotionalState = try text("emotionalState")
        notes = try text("notes")
        syncStatus = CallSyncStatus(rawValue: try text("syncStatus") ?? "") ?? .pending
        syncError = try text("syncError")
        createdAt = try date("createdAt") ?? .distantPast
        updatedAt = try date("updatedAt") ?? .distantPast
        lastSyncAttempt = try date("lastSyncAttempt")
        isMarkedDeleted = try row.decode(Bool.self, forColumn: "isMarkedDeleted")
        serverUpdatedAt = try date("serverUpdatedAt")
        rowNumber = try row.decode(Int64.self, forColumn: "place")
    }
}

extension TimeOrderedRowIDs {
    /// The assignment of row numbers to calls by start time. Each millisecond from 1691 to 2248 has 2^20 row
    /// numbers.
    static let calls = TimeOrderedRowIDs(placeBits: 20)
}
