import Ilk
import IlkAPI
import IlkFiles
import IlkFraming
import IlkHTTP
import IlkStore
import IlkSyncStore
import IlkVocabulary
import StoreTestSupport
import Testing

/// A server without connections. It checks each response against the declarations of its route.
struct APIDesk {
    let dispatcher: Dispatcher
    let hub: HubStore
    private let scratch: Scratch

    /// Creates a server that classifies without a token.
    init(
        clock: any SyncClock = SystemSyncClock(),
        _ change: (inout ServerSettings, inout ServerServices) throws -> Void = { _, _ in }
    ) throws {
        scratch = try Scratch()
        hub = try HubStore.open(.file(scratch.path("hub.sqlite")))
        var settings = ServerSettings()
        settings.isOpen = true
        var parts = ServerServices()
        parts.hub = hub
        parts.classification = try Self.documentTypes.get()
        try change(&settings, &parts)
        dispatcher = Dispatcher(parts, settings: settings, clock: clock)
    }

    /// All servers share it, because loading it takes longer than a test.
    private static let documentTypes = Result { try service(.documentType) }

    static func service(_ taxonomy: Taxonomy) throws -> TextClassificationService {
        let assembly = PipelineAssembly(
            taxonomy: taxonomy, folders: IlkFolders(environment: ["HOME": "/nowhere"]))
        return TextClassificationService(pipeline: try assembly.pipeline())
    }

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - target: The path, with a query after a question mark.
    ///   - type: The value of `Content-Type`, or `nil`.
    ///   - size: The size of the parts in which the body arrives.
    func send(
        _ method: String, _ target: String, type: String? = nil, headers: HeaderFields = [:],
        _ body: [UInt8] = [], by size: Int = .max, from client: String = ""
    ) async throws -> APIResponse {
        let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
        var headers = headers
        headers["Content-Type"] = type
        let response = try await dispatcher.respond(
            to: APIRequest(
                method, parts[0], query: parts.count > 1 ? parts[1] : "", headers: headers,
                body: PartedBody(body, by: size), client: client))
        try check(response, dispatcher.table.match(method, parts[0]))
        return response
    }

    /// Classifies a text or another body.
    func classify(
        _ body: String, type: String? = "application/json", query: String = "", by size: Int = .max
    ) async throws -> APIResponse {
        try await send("POST", "/v1/classify\(query)", type: type, Array(body.utf8), by: size)
    }

    private func check(_ response: APIResponse, _ match: RouteTable.Match) throws {
        #expect(response.headers["X-Correlation-ID"]?.utf8.count == 36)
        guard case .found(let route, _) = match, case .bytes(let bytes) = response.body, !bytes.isEmpty,
            response.headers["Content-Encoding"] == nil
        else { return }
        if response.headers["Content-Type"] == "application/problem+json" {
            let problem = try JSONTree(strictly: bytes)
            #expect(Problem.schema.faults(in: problem).isEmpty)
            let name = try #require(problem["type"]?.string)
            #expect(route.problems.contains { $0.path == name }, "\(route.name) does not declare \(name)")
            return
        }
        let type = MediaType(response.headers["Content-Type"] ?? "").name
        let answer = route.answers.first { $0.status == response.status && $0.mediaTypes.contains(type) }
        let declared = try #require(answer, "\(route.name) does not declare \(response.status) \(type)")
        guard let schema = declared.schema, type == "application/json" else { return }
        #expect(schema.faults(in: try JSONTree(strictly: bytes)).isEmpty, "\(route.name)")
    }
}

/// Collects the parts of a body.
private struct Collector: BodyWriter {
    var parts: [[UInt8]] = []

    mutating func write(_ bytes: [UInt8]) { parts.append(bytes) }
}

extension APIResponse {
    /// The body in the parts in which it is written.
    var parts: [[UInt8]] {
        get async throws {
            switch body {
            case .bytes(let bytes): return [bytes]
            case .stream(let write):
                var writer: any BodyWriter = Collector()
                try await write(&writer)
                return (writer as? Collector)?.parts ?? []
            }
        }
    }

    /// The body as text.
    var text: String {
        get async throws { String(decoding: Array(try await parts.joined()), as: UTF8.self) }
    }

    /// The body as JSON.
    var json: JSONTree {
        get async throws { try JSONTree(strictly: Array(try await text.utf8)) }
    }
}

extension JSONTree {
    /// The fields of an object, or `nil` for other values.
    var members: [JSONTreeField]? {
        if case .object(let fields) = self { fields } else { nil }
    }
}
