import Foundation
import Ilk
import IlkAPI
import IlkFiles
import IlkFraming
import IlkHTTP
import IlkLog
import IlkPage
import IlkPipeline
import IlkStore
import IlkSyncStore
import IlkVocabulary
import StoreTestSupport
import Testing

/// A server with a log of document types, and a token for each scope.
struct LogDesk {
    typealias Category = IlkVocabulary.Category

    let desk: APIDesk
    /// The log as another program opened it, or the server itself.
    let store: ClassificationLogStore
    let folders: IlkFolders
    let service: ServiceStore
    let queue: JobQueue
    let tokens: [AccessScope: String]
    private let scratch: Scratch

    /// Logs texts with the verdicts of the shipped classifier, a second apart.
    ///
    /// - Parameters:
    ///   - isOwn: `true` if the server has opened the log itself, as with `--log`.
    ///   - schedules: The regular work, which does not run.
    ///   - pages: The settings of the pages, or `nil` for none.
    ///   - requestsPerMinute: The limit on the requests of a token, or `nil` for none.
    ///   - logger: The logger of classified texts, or `nil` if the server logs nothing.
    ///   - clock: The clock of the server.
    init(
        _ texts: [String], isOwn: Bool = false, schedules: [JobSchedule] = [], pages: PageSettings? = nil,
        requestsPerMinute: Int? = nil, logger: ClassificationLogger? = nil,
        clock: any SyncClock = SystemSyncClock()
    ) async throws {
        scratch = try Scratch()
        let folders = IlkFolders(environment: ["HOME": scratch.folder.path])
        let path = folders.log(taxonomy: "doctype")
        try IlkFolders.makeFolder(of: path)
        let store = try ClassificationLogStore.open(.file(path))
        (self.folders, self.store) = (folders, store)
        let service = try ServiceStore.open(.memory)
        let queue = try #require(try await JobQueue(service))
        (self.service, self.queue) = (service, queue)
        desk = try APIDesk(clock: clock) { settings, parts in
            settings.isOpen = false
            settings.requestsPerMinute = requestsPerMinute
            (parts.folders, parts.service, parts.jobs) = (folders, service, queue)
            parts.scheduler = Scheduler(service, schedules)
            if let pages { parts.pages = { Pages(pages, $0).routes } }
            if isOwn { parts.logs = [("doctype", store)] }
            guard let logger else { return }
            let classification = TextClassificationService(
                pipeline: try APIDesk.service(.documentType).pipeline, logger: logger)
            (parts.classification, parts.taxonomies) = (classification, [("doctype", classification)])
        }
        var tokens: [AccessScope: String] = [:]
        for scope in AccessScope.allCases {
            tokens[scope] = try await desk.hub.makeToken(for: "home", name: scope.rawValue, scopes: [scope])
        }
        self.tokens = tokens
        try await log(texts)
    }

    private func log(_ texts: [String]) async throws {
        let session = try APIDesk.service(.documentType).pipeline.makeSession()
        let logger = ClassificationLogger(store: store)
        for (second, text) in texts.enumerated() {
            let verdict = session.classify(text)
            await logger.log(
                classification: TextClassification(
                    category: verdict.category, timestamp: Date(timeIntervalSince1970: Double(second)),
                    textSample: "", verdict: verdict),
                fullText: text, features: nil)
        }
        await logger.close()
    }

    /// Sends a GET with the token of a scope.
    func get(
        _ target: String, as scope: AccessScope = .read, headers: HeaderFields = [:]
    ) async throws -> APIResponse {
        try await send("GET", target, as: scope, headers: headers)
    }

    /// Sends a request with the token of a scope.
    func send(
        _ method: String, _ target: String, as scope: AccessScope = .read,
        headers: HeaderFields = [:], type: String = "application/json", _ body: String? = nil
    ) async throws -> APIResponse {
        var headers = headers
        headers["Authorization"] = "Bearer \(tokens[scope] ?? "")"
        return try await desk.send(
            method, target, type: body == nil ? nil : type, headers: headers, Array((body ?? "").utf8))
    }

    /// Returns the first response of a list, and the records of all pages by following `next`.
    func pages(_ target: String) async throws -> (first: APIResponse, pages: [[JSONTree]]) {
        let first = try await get(target)
        var (response, pages): (APIResponse, [[JSONTree]]) = (first, [])
        while true {
            let page = try await response.json
            pages.append(page["items"]?.elements ?? [])
            let next = page["next"]?.string
            #expect(response.headers["Link"] == next.map { "<\($0)>; rel=\"next\"" })
            guard let next else { return (first, pages) }
            response = try await get(next)
        }
    }

    /// Waits until a job is over.
    ///
    /// - Parameter response: The response to the request for the job.
    /// - Returns: The job.
    func end(of response: APIResponse) async throws -> JSONTree {
        let path = try #require(response.headers["Location"])
        _ = try await get(path + "/events").text
        return try await get(path).json
    }

    /// Returns the type of the problem in a response, without its path.
    func problem(_ response: APIResponse) async throws -> String? {
        try await response.json["type"]?.string.map { String($0.dropFirst("/problems/".count)) }
    }
}
