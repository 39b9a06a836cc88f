/// What the hub answers.
public struct SyncResponse: Hashable, Sendable, Codable {
    /// The request that is answered.
    public let id: RequestID
    /// The hub's wall clock, milliseconds since 1970.
    public let now: Int64
    /// The answer.
    public let body: Body

    /// What a hub answers.
    public enum Body: Hashable, Sendable, Codable {
        /// The device is known under its name from now on; the account's lineage.
        case welcome(lineage: [EpochStart])
        /// A result for each item, in the request's order.
        case pushed([ItemResult])
        /// Records behind the cursor.
        case page(SyncPage)
        /// Nothing was done.
        case refused(HubRefusal)
    }

    /// An answer of these parts.
    public init(id: RequestID, now: Int64, body: Body) {
        self.id = id
        self.now = now
        self.body = body
    }
}

/// Why a hub did nothing of what was asked. None of them is the fault of a single record.
///
/// The numbers are those that travel: never changed, only added to.
public enum HubRefusal: UInt8, Hashable, Sendable, Codable {
    /// Another device has this name: take a new one.
    case identityTaken = 1
    /// This life of the device is not the one that said hello last.
    case unknownLife = 2
    /// The hub has begun another epoch.
    case otherEpoch = 3
    /// The device has read too little to know what was deleted: read everything anew.
    case beyondHorizon = 4
    /// The request is too large as a whole.
    case tooLarge = 5
}

/// What became of one pushed record.
public enum ItemResult: Hashable, Sendable, Codable {
    /// The hub has it, or something that it went into, under this sequence number. The latter is not told here: it
    /// comes in the feed, behind what lost in the merge.
    case stored(sequence: UInt64)
    /// The hub has it under this sequence number, as it was pushed.
    case storedAsIs(sequence: UInt64)
    /// Not stored: the hub has another version than the one the device had seen. For hubs that compare and do not
    /// merge.
    case conflict(FeedEntry)
    /// Not stored: its stamp is ahead of all clocks. The hub's clock.
    case ahead(HybridTime)
    /// Not stored, and never will be.
    case rejected(ItemRejection)
}

/// Why a hub will never store a record as it is.
///
/// The places, from 1, are the numbers that travel: never changed, only added to at the end.
public enum ItemRejection: String, Hashable, Sendable, Codable, CaseIterable {
    /// Its payload is longer than the hub allows.
    case tooLong
    /// The hub does not take what is in it.
    case malformed
}

/// A record with its place in the hub's feed.
public struct FeedEntry: Hashable, Sendable, Codable {
    /// Ascends with each change of any record of the account.
    public let sequence: UInt64
    /// The record as it is now.
    public let record: SyncRecord

    /// A record at this place.
    public init(sequence: UInt64, record: SyncRecord) {
        self.sequence = sequence
        self.record = record
    }
}

/// A stretch of the hub's feed, in ascending order; a record stands in the feed once, at its last change.
public struct SyncPage: Hashable, Sendable, Codable {
    /// The records.
    public let entries: [FeedEntry]
    /// The cursor behind this page.
    public let next: UInt64
    /// Whether there is more behind it.
    public let isMore: Bool
    /// Tombstones up to here were dropped.
    public let horizon: UInt64

    /// A page of these parts.
    public init(entries: [FeedEntry], next: UInt64, isMore: Bool, horizon: UInt64) {
        self.entries = entries
        self.next = next
        self.isMore = isMore
        self.horizon = horizon
    }
}
