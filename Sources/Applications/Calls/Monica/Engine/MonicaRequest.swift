public import IlkSync

/// A request to Monica, regardless of the type of record that stores calls.
public struct MonicaRequest: Hashable, Sendable {
    /// The number of the request, which the answer repeats. Numbers are unique within a process.
    public let number: UInt64
    /// The operation.
    public let body: Body

    /// The operation of a request.
    public enum Body: Hashable, Sendable {
        /// Create a call with its key.
        case create(key: SyncKey, CallContent, CallLineage)
        /// Replace an existing call.
        case replace(id: Int32, key: SyncKey, CallContent, CallLineage)
        /// Delete a call.
        case delete(id: Int32)
        /// Read a call.
        case read(id: Int32)
        /// Read a page of calls. Pages are counted from 1.
        case list(MonicaOrder, page: Int)
    }
}

/// The order of a list of calls.
public enum MonicaOrder: Hashable, Sendable {
    /// The calls of one contact, newest first. If Monica has no such list, the newest calls of all contacts.
    case newest(ofContact: Int32)
    /// All calls, last changed first.
    case lastChanged
    /// All calls, oldest first. New calls are appended, so they do not shift pages.
    case oldest
}

/// An answer of Monica to a ``MonicaRequest``.
public struct MonicaAnswer: Hashable, Sendable {
    /// The number of the request.
    public let number: UInt64
    /// The time by Monica's clock in milliseconds since 1970, or `nil` if the answer contains no time.
    public let now: Int64?
    /// The result.
    public let body: Body

    /// The result of a request.
    public enum Body: Hashable, Sendable {
        /// The call in its current version.
        case call(RemoteCall)
        /// The call is deleted.
        case deleted
        /// A page of a list.
        case page([RemoteCall], isLast: Bool, total: Int)
        /// The call does not exist, or belongs to another account.
        case missing
        /// Monica rejected the request with these messages and would reject it again. The HTTP status is 4xx
        /// or 500. `code` is Monica's error code.
        case refused(code: Int, [String])
        /// The rate limit was exceeded, and Monica changed no record. `after` is the requested pause in
        /// milliseconds, or `nil` if Monica requested none.
        case throttled(after: UInt64?)
        /// The token is not accepted, and Monica changed no record. The HTTP status is 401 or 403, or the
        /// response is a login page.
        case unauthorized
        /// An error on the server, or no answer. Monica may have executed the request. `after` is the
        /// requested pause in milliseconds, or `nil` if none was requested.
        case unknown(after: UInt64?)
    }

    package init(number: UInt64, now: Int64?, body: Body) {
        self.number = number
        self.now = now
        self.body = body
    }
}

/// An input of the engine.
public enum MonicaInput: Hashable, Sendable {
    /// The process has started.
    case started
    /// A call was created or changed.
    case write(key: SyncKey, CallContent)
    /// A call was deleted.
    case delete(key: SyncKey)
    /// The time in the latest effect ``MonicaEffect/wake(at:)`` has come.
    case tick
    /// Monica has answered, or the transport has failed.
    case answered(MonicaAnswer)
    /// The token was changed.
    case credentialsChanged
    /// A read of all calls was requested, for example by a user.
    case readAll
}

/// An effect of a step. The caller stores the changed calls, the conflict copies and the device's state in
/// one transaction, then executes all other effects.
public enum MonicaEffect: Hashable, Sendable {
    /// Store this new or changed call.
    case put(MonicaCall)
    /// Store the losing version of a conflict as a conflict copy, unless an equal copy exists.
    case storeConflictCopy(CallConflictCopy)
    /// Monica has a call that the store cannot hold. The call is skipped and left unchanged on both sides.
    case skip(id: Int32, why: String)
    /// Send a request.
    case send(MonicaRequest)
    /// Call the engine with ``MonicaInput/tick`` at this monotonic time in milliseconds. This effect replaces
    /// earlier effects of the same type.
    case wake(at: UInt64)
    /// Monica does not accept the token. The sync stops until the token is changed.
    case frozen
    /// The device is in sync: the outbox is empty, and all changes were read.
    case inSync
}
