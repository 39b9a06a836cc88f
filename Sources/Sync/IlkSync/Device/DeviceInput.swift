/// An input of the device engine.
public enum DeviceInput: Hashable, Sendable {
    /// The process has started.
    case started
    /// A local write.
    case write(LocalWrite)
    /// The time that ``DeviceEffect/wake(at:)`` requested has come. The driver may also send ticks at other
    /// times.
    case tick
    /// A response of the hub.
    case answered(SyncResponse)
    /// The failure of a request.
    case failed(RequestID, TransportFailure)
    /// The network is available again, so pauses end.
    case networkBack
    /// The credentials have changed.
    case credentialsChanged
    /// The set of collections that the device keeps has changed, so the device reads the feed again from its
    /// start. The outbox of the device is kept.
    case collectionsChanged
}

/// A write of this device.
public enum LocalWrite: Hashable, Sendable {
    /// Adds an event.
    case event(key: SyncKey, collection: String, payload: [UInt8])
    /// Adds a metadata record or changes its value.
    case edit(key: SyncKey, collection: String, payload: [UInt8])
    /// Deletes a record of any type.
    case delete(key: SyncKey)
}

/// The failure of a request. The server may have executed the request nevertheless.
public enum TransportFailure: Hashable, Sendable {
    /// The hub sent no response, or an unreadable one.
    case noAnswer
    /// The server is overloaded. The value is the pause that the server requests, in milliseconds, or `nil`
    /// if the server requests none.
    case busy(after: UInt64?)
    /// The server does not accept the credentials.
    case unauthorized
    /// The server does not accept requests of this size.
    case tooLarge
}

/// An effect that a step requests.
///
/// The driver commits the changes and ``SyncDevice/state`` in one transaction, then executes the other
/// effects. These effects can be lost if the process ends after the commit.
public enum DeviceEffect: Hashable, Sendable {
    /// Commits a change.
    case change(ReplicaChange)
    /// Sends a request.
    case send(SyncRequest)
    /// Schedules a ``DeviceInput/tick`` at a time of the monotonic clock, in place of an earlier scheduled
    /// tick.
    case wake(at: UInt64)
    /// Notifies observers.
    case notice(SyncNotice)
}

/// A notification about a sync.
public enum SyncNotice: Hashable, Sendable {
    /// All local writes are pushed, and the feed is read to its end.
    case inSync
    /// The losing value of a merge was kept as a conflict copy under the first key. `of` is the key of the
    /// record.
    case keptConflictCopy(SyncKey, of: SyncKey)
    /// The hub rejected a record.
    case rejected(SyncKey, ItemRejection)
    /// A record got a new stamp, because its old stamp was too far ahead of the hub's clock. The device's
    /// clock was wrong.
    case restamped(SyncKey)
    /// Another device has the same identifier, so this device got a new one.
    case renamed(DeviceID)
    /// The hub lost the changes after this sequence number. The device pushes them again.
    case rewound(to: UInt64)
    /// The device reads the feed again from its start, for example because the hub has dropped tombstones
    /// that the device had not read.
    case fullResync
    /// A request failed. The number counts consecutive failures.
    case failed(TransportFailure, Int)
}
