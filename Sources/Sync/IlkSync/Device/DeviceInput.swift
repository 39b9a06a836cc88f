/// What can happen to a device.
public enum DeviceInput: Hashable, Sendable {
    /// Its process has started.
    case started
    /// Somebody writes. Whoever has the transaction makes this step in it.
    case write(LocalWrite)
    /// The time of a ``DeviceEffect/wake(at:)`` has come, or some time.
    case tick
    /// The hub has answered.
    case answered(SyncResponse)
    /// A request has failed.
    case failed(RequestID, TransportFailure)
    /// The network is back: there is no reason to wait any longer.
    case networkBack
    /// There are other credentials.
    case credentialsChanged
}

/// A write of the device's own.
public enum LocalWrite: Hashable, Sendable {
    /// Something happened.
    case event(key: SyncKey, collection: String, payload: [UInt8])
    /// A metadata record has a new value, or is new.
    case edit(key: SyncKey, collection: String, payload: [UInt8])
    /// A record is deleted: of any kind.
    case delete(key: SyncKey)
}

/// How a request can fail. Whatever was asked may or may not have been done.
public enum TransportFailure: Hashable, Sendable {
    /// No answer, or none that can be read.
    case noAnswer
    /// The server has too much to do; it may say how long to wait, in milliseconds.
    case busy(after: UInt64?)
    /// The server does not accept the credentials.
    case unauthorized
    /// The server does not take requests of this size.
    case tooLarge
}

/// What a step asks for.
///
/// Changes and ``SyncDevice/state`` are committed in one transaction; after that the others are carried out. If the
/// process dies in between, nothing needs to be known of them.
public enum DeviceEffect: Hashable, Sendable {
    /// To be committed.
    case change(ReplicaChange)
    /// To be sent.
    case send(SyncRequest)
    /// A ``DeviceInput/tick`` is due then, by the monotonic clock. Earlier wishes are void.
    case wake(at: UInt64)
    /// To be told to whoever watches.
    case notice(SyncNotice)
}

/// What a device tells of its sync.
public enum SyncNotice: Hashable, Sendable {
    /// All that was to be pushed is pushed, and the feed is read.
    case inSync
    /// A value lost and was kept under this key.
    case kept(loser: SyncKey, of: SyncKey)
    /// The hub will not have a record as it is.
    case rejected(SyncKey, ItemRejection)
    /// A record's stamp was too far ahead and was made anew: this device's clock was wrong.
    case restamped(SyncKey)
    /// Another device has our name; we have a new one.
    case renamed(DeviceID)
    /// The hub has forgotten what came behind this sequence number; we push it again.
    case rewound(to: UInt64)
    /// We have been away for too long, and read everything anew.
    case readingAnew
    /// A request failed, the how manieth in a row.
    case failed(TransportFailure, Int)
}
