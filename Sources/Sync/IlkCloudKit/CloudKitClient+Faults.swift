import IlkTransport
import FoundationEssentials
import IlkSync

/// Maps CloudKit's error codes and HTTP statuses to ``CloudKitError``.
extension CloudKitClient {
    /// Returns the error for a request that failed as a whole.
    static func fault(of reply: WebReply) -> CloudKitError {
        let said = try? JSONDecoder().decode(  // A proxy may answer with another body.
            CloudKitWire.Fault.self, from: Data(reply.body))
        let code = said?.serverErrorCode ?? ""
        let retryAfter = said?.retryAfter
        if let fault = fault(code, retryAfter) {
            guard case .error(var error) = fault, let url = said?.redirectURL else { return fault }
            error.message += "; sign in at \(url)"
            return .error(error)
        }
        switch reply.status {
        case 401, 403, 421:
            return .error(SyncLinkError(.unauthorized, "iCloud requires the user to sign in"))
        case 413: return .error(SyncLinkError(.tooLarge, "the request is too large for CloudKit"))
        case 429, 503:
            return .error(SyncLinkError(.busy(after: WebTime.pause(reply)), "CloudKit is busy"))
        case 400, 409, 412: return .whole(code)
        default: return .error(SyncLinkError(.noAnswer, "CloudKit responded with status \(reply.status)"))
        }
    }

    /// Returns the error for an error code that ends the sync, or `nil` if the code concerns a single record.
    static func fault(_ code: String, _ retryAfter: Double?) -> CloudKitError? {
        let pause = retryAfter.map { UInt64(min(max(0, $0), 86_400) * 1000) }
        func busy(_ words: String) -> CloudKitError { .error(SyncLinkError(.busy(after: pause), words)) }
        switch code {
        case "ACCESS_DENIED", "AUTHENTICATION_FAILED", "AUTHENTICATION_REQUIRED":
            return .error(SyncLinkError(.unauthorized, "iCloud rejected the credentials (\(code))"))
        case "THROTTLED", "TRY_AGAIN_LATER": return busy("CloudKit is busy (\(code))")
        case "INTERNAL_ERROR": return busy("CloudKit has an internal error")
        case "QUOTA_EXCEEDED": return busy("the user's iCloud is full")
        case "ZONE_NOT_FOUND": return .refused(.otherEpoch)
        case "CHANGE_TOKEN_EXPIRED": return .refused(.behindTombstoneHorizon)
        case "LIMIT_EXCEEDED":
            return .error(SyncLinkError(.tooLarge, "the request is too large for CloudKit"))
        case "", "ATOMIC_ERROR", "BAD_REQUEST", "CONFLICT", "EXISTS", "NOT_FOUND",
            "VALIDATING_REFERENCE_ERROR":
            return nil
        // An unknown code. CloudKit sends `retryAfter` with errors that can be retried.
        default: return pause == nil ? nil : busy("CloudKit reports \(code)")
        }
    }
}
