import IlkAPI
import IlkFiles
import Foundation
import Ilk
import IlkServer
import IlkStore
import IlkSyncStore
import IlkTransport
import IlkVocabulary
import StoreTestSupport
import Synchronization
import Testing

/// A server on a free loopback port, with a client.
final class TestServer: Sendable {
    let scratch: Scratch
    let hub: HubStore
    let port: Int
    var address: String { "http://127.0.0.1:\(port)" }
    let client = CurlClient()
    private let running: Task<Void, any Error>
    private let stopping: AsyncStream<Void>.Continuation

    init(_ change: (inout ServerSettings, inout ServerServices) -> Void = { _, _ in }) async throws {
        scratch = try Scratch()
        hub = try HubStore.open(.file(scratch.path("hub.sqlite")))
        var settings = ServerSettings()
        settings.port = 0
        var parts = ServerServices()
        parts.hub = hub
        let assembly = PipelineAssembly(folders: IlkFolders(environment: ["HOME": scratch.folder.path]))
        parts.classification = TextClassificationService(pipeline: try assembly.pipeline())
        change(&settings, &parts)
        let server = HTTPServer(parts, settings: settings)
        let (stop, stopping) = AsyncStream<Void>.makeStream()
        let (ports, told) = AsyncStream<Int>.makeStream()
        self.stopping = stopping
        running = Task {
            defer { told.finish() }
            try await server.run {
                told.yield($0)
            } until: {
                for await _ in stop {}
            }
        }
        var port: Int?
        for await first in ports {
            port = first
            break
        }
        self.port = try #require(port)
    }

    /// Asks the server to stop and waits until it has stopped.
    func end() async throws {
        stopping.finish()
        try await running.value
    }

    func token(_ scopes: AccessScope..., account: String = "home", name: String = "t") async throws -> String
    {
        try await hub.makeToken(for: account, name: name, scopes: Set(scopes))
    }

    func send(
        _ method: WebRequest.Method, _ path: String, token: String? = nil, type: String? = nil,
        headers: [(name: String, value: String)] = [], _ body: [UInt8]? = nil
    ) async throws -> WebReply {
        var headers = headers
        if let token { headers.append(("Authorization", "Bearer \(token)")) }
        if let type { headers.append(("Content-Type", type)) }
        return try await client.send(WebRequest(method, address + path, headers: headers, body: body))
    }
}

extension WebReply {
    var text: String { String(decoding: body, as: UTF8.self) }
}
