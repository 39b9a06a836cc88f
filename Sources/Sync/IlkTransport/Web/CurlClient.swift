import CHTTP
import Dispatch

/// An HTTP client based on libcurl: HTTP/1.1 and HTTP/2, TLS with the system's certificates, proxies from the
/// environment.
///
/// Requests run one at a time, in call order, on a dispatch queue. Only that queue blocks on the network.
public final class CurlClient: WebClient {
    /// The limits of a request.
    public struct Limits: Sendable, Hashable {
        /// The longest duration of a request, in milliseconds.
        public var deadline = 30_000
        /// The largest response body, in bytes.
        public var answer = 4 << 20

        /// Creates the default limits: 30 seconds, 4 MiB.
        public init() {}
    }

    /// The limits of each request.
    public let limits: Limits
    private let queue = DispatchQueue(label: "ilk.http")
    // Used only on the queue, and by `deinit`, which runs when no other use remains.
    private nonisolated(unsafe) let handle: OpaquePointer?

    /// `true` if the program was built with the package trait `Network` and libcurl is installed.
    public static var isAvailable: Bool { ilk_http_is_available() }

    /// Creates a client.
    ///
    /// - Parameter limits: The limits of each request.
    public init(limits: Limits = Limits()) {
        self.limits = limits
        handle = ilk_http_open()
    }

    deinit {
        ilk_http_close(handle)
    }

    /// Sends a request. Canceling the task ends the request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response, whatever its status.
    /// - Throws: ``WebFailure``.
    public func send(_ request: WebRequest) async throws(WebFailure) -> WebReply {
        guard Self.isAvailable, handle != nil else { throw WebFailure(.absent) }
        guard !Task.isCancelled else { throw WebFailure(.canceled) }
        let stop = Stop()
        let result: Result<WebReply, WebFailure> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.async { continuation.resume(returning: self.perform(request, stop)) }
            }
        } onCancel: {
            stop.now()
        }
        return try result.get()
    }

    private func perform(_ request: WebRequest, _ stop: Stop) -> Result<WebReply, WebFailure> {
        // Reject line breaks in headers: they would inject another header.
        let isClean = request.headers.allSatisfy { header in
            !(header.name + header.value).utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 }
        }
        guard isClean, !request.url.utf8.contains(0) else { return .failure(WebFailure(.badAddress)) }
        let lines = request.headers.map {
            Array("\($0.name): \($0.value)\0".utf8.map(CChar.init(bitPattern:)))
        }
        var reply = ilk_http_reply()
        defer { ilk_http_reply_free(&reply) }
        let outcome = Self.withPointers(lines) { headers in
            (request.body ?? []).withUnsafeBufferPointer { body in
                request.method.rawValue.withCString { method in
                    request.url.withCString { url in
                        // An empty body is still a body, so it needs a non-null pointer.
                        var empty: UInt8 = 0
                        return withUnsafePointer(to: &empty) { none in
                            var wanted = ilk_http_request(
                                method: method, url: url, headers: headers.baseAddress,
                                header_count: headers.count,
                                body: request.body == nil ? nil : body.baseAddress ?? none,
                                body_count: body.count, deadline: limits.deadline, limit: limits.answer,
                                is_fresh: request.method == .post, is_direct: Self.isLoopback(request.url))
                            return ilk_http_perform(handle, &wanted, stop.pointer, &reply)
                        }
                    }
                }
            }
        }
        guard outcome == ilk_http_answered else { return .failure(Self.failure(outcome, reply)) }
        return .success(Self.reply(reply))
    }

    private static func withPointers<R>(
        _ lines: [[CChar]], _ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>) -> R
    ) -> R {
        func next(_ index: Int, _ pointers: [UnsafePointer<CChar>?]) -> R {
            guard index < lines.count else { return pointers.withUnsafeBufferPointer(body) }
            return lines[index].withUnsafeBufferPointer { next(index + 1, pointers + [$0.baseAddress]) }
        }
        return next(0, [])
    }

    /// Returns `true` if the address is on this machine. Requests to such an address use no proxy.
    static func isLoopback(_ url: String) -> Bool { WebAddress(url)?.isLoopback ?? false }

    private static func reply(_ reply: ilk_http_reply) -> WebReply {
        let header = UnsafeRawBufferPointer(start: reply.header, count: reply.header_count)
        let lines = String(decoding: header, as: UTF8.self).unicodeScalars.split { $0 == "\n" || $0 == "\r" }
        let headers = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            return (String(line[..<colon]), String(value))
        }
        let body = UnsafeBufferPointer(start: reply.body, count: reply.body_count)
        return WebReply(status: Int(reply.status), headers: headers, body: Array(body))
    }

    private static func failure(_ outcome: ilk_http_outcome, _ reply: ilk_http_reply) -> WebFailure {
        let kind: WebFailure.Kind =
            switch outcome {
            case ilk_http_absent: .absent
            case ilk_http_unreachable: .unreachable
            case ilk_http_distrusted: .distrusted
            case ilk_http_late: .late
            case ilk_http_too_large: .tooLarge
            case ilk_http_bad_address: .badAddress
            case ilk_http_stopped: .canceled
            default: .broken
            }
        let words = withUnsafeBytes(of: reply.message) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        return WebFailure(kind, words)
    }
}

/// A flag that ends a request from another thread.
private final class Stop: Sendable {
    // C code accesses the flag atomically. Only `deinit` frees it.
    nonisolated(unsafe) let pointer: OpaquePointer?

    init() { pointer = ilk_http_stop_make() }

    deinit { ilk_http_stop_free(pointer) }

    func now() { ilk_http_stop_now(pointer) }
}
