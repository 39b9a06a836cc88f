public import Foundation
public import GRDB
public import IlkStore
public import IlkVocabulary

/// A call as it stands in the store: a row of `callLog`. Times are whole milliseconds.
public struct CallLogEntity: Sendable, Hashable {
    /// The store's own key, of version 7: the server's number is 0 until the first sync.
    public var key: RecordID
    /// The server's number; 0 when the server has not got it.
    public var id: Int32
    /// Whom it was with: ``Contact/id``.
    public var contactId: Int32
    /// When it was.
    public var calledAt: Date
    /// In minutes; 0 when it was not recorded.
    public var duration: Int32
    /// The raw value of an `EmotionalState`; nil when nobody said.
    public var emotionalState: String?
    /// What was said: at most ``CallDraft/longestNotes`` Unicode scalars.
    public var notes: String?
    /// Where it stands on its way to the server.
    public var syncStatus: CallSyncStatus
    /// Why the server refused it.
    public var syncError: String?
    /// When it was recorded.
    public var createdAt: Date
    /// When it was changed last.
    public var updatedAt: Date
    /// When it was last tried to send it.
    public var lastSyncAttempt: Date?
    /// Whether it is deleted here, and kept until the server knows.
    public var isMarkedDeleted: Bool
    /// When the server changed it last, as far as is known here.
    public var serverUpdatedAt: Date?
    /// Its place among the calls in the order of time.
    var place: Int64 = 0

    /// A call of these parts.
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

    /// How it felt.
    public var emotion: EmotionalState? { emotionalState.flatMap(EmotionalState.init) }
    /// Whether it is to be sent.
    public var needsSync: Bool { syncStatus == .pending || syncStatus == .failed }
    /// Whether it is being sent.
    public var isSyncing: Bool { syncStatus == .syncing }
    /// Whether the server has it as it is here.
    public var isSynced: Bool { syncStatus == .synced }

    /// The last 8 characters of the key: enough for people to name a call by.
    public var shortID: String { String(key.description.suffix(8)) }
    /// Where the next page begins when this call ends a page.
    public var cursor: PageCursor { PageCursor(timestamp: calledAt, id: key) }
}

extension CallLogEntity: FetchableRecord {
    /// Reads a row. Notes that hold NUL are whole when the row is read from a statement.
    public init(row: Row) throws {
        func text(_ column: String) throws -> String? {
            // GRDB reads text as a C string, which ends at NUL; bytes it reads by their length.
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
        place = try row.decode(Int64.self, forColumn: "place")
    }
}

extension TimedRows {
    /// Where calls stand in their table: about a million of each millisecond, from 1691 to 2248.
    static let calls = TimedRows(placeBits: 20)
}
