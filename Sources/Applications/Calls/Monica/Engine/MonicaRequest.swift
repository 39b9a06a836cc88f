public import IlkSync

/// What a device asks of Monica, whichever of its records carry the calls.
public struct MonicaRequest: Hashable, Sendable {
    /// By which the answer is known, within one life of the process.
    public let number: UInt64
    /// What is asked.
    public let body: Body

    /// What is asked.
    public enum Body: Hashable, Sendable {
        /// A new call, with its key.
        case create(key: SyncKey, CallContent, CallLineage)
        /// All of a call that is there.
        case replace(id: Int32, key: SyncKey, CallContent, CallLineage)
        /// To delete a call.
        case delete(id: Int32)
        /// One call.
        case read(id: Int32)
        /// A page of calls, counted from 1.
        case list(MonicaOrder, page: Int)
    }
}

/// In which order calls are listed.
public enum MonicaOrder: Hashable, Sendable {
    /// Those of one contact (where Monica lists them so), newest first.
    case newest(ofContact: Int32)
    /// All, last changed first.
    case lastChanged
    /// All, oldest first: what is new comes at the end and shifts nothing.
    case oldest
}

/// What Monica answers.
public struct MonicaAnswer: Hashable, Sendable {
    /// The request that is answered.
    public let number: UInt64
    /// Monica's clock in milliseconds since 1970, when the answer says so.
    public let now: Int64?
    /// The answer.
    public let body: Body

    /// What Monica can say, as far as it matters.
    public enum Body: Hashable, Sendable {
        /// The call as it is now.
        case call(RemoteCall)
        /// It is deleted, or was.
        case deleted
        /// A page of a list.
        case page([RemoteCall], isLast: Bool, total: Int)
        /// There is no such call, or it is another account's.
        case missing
        /// The same request will be refused again, with these sentences (422, 404 of a contact, 500 with code 40).
        case refused(code: Int, [String])
        /// Too many requests; nothing was done. How long to wait, in milliseconds.
        case throttled(after: UInt64?)
        /// The token is not accepted: 401, or a login page. Nothing was done.
        case unauthorized
        /// Something failed there, or no answer came: whether anything was done, nobody knows.
        case unknown(after: UInt64?)
    }

    /// An answer of these parts.
    public init(number: UInt64, now: Int64?, body: Body) {
        self.number = number
        self.now = now
        self.body = body
    }
}

/// What can happen to a device that syncs with Monica.
public enum MonicaInput: Hashable, Sendable {
    /// The process has started.
    case started
    /// A call is noted, or noted anew.
    case write(key: SyncKey, CallContent)
    /// A call is deleted.
    case delete(key: SyncKey)
    /// Some time has come.
    case tick
    /// Monica has answered, or the transport has given up.
    case answered(MonicaAnswer)
    /// There is another token.
    case credentialsChanged
    /// Somebody wants all to be read again.
    case sweepNow
}

/// What a step asks for: puts, keeps and the device's state in one transaction, then the rest.
public enum MonicaEffect: Hashable, Sendable {
    /// A call is new or another one.
    case put(MonicaCall)
    /// A version that lost is to be kept, once.
    case keep(KeptCall)
    /// Monica has a call that a store cannot hold: it is left as it is, here and there.
    case passOver(id: Int32, why: String)
    /// To be sent.
    case send(MonicaRequest)
    /// A tick is due then, by the monotonic clock. Earlier wishes are void.
    case wake(at: UInt64)
    /// The token is not accepted.
    case frozen
    /// All is sent, and what is new was read.
    case inSync
}
