import IlkSync
import TestSupport
import Testing

/// Messages between a device and a hub of an earlier program.
@Suite struct `Messages of an earlier program` {
    private static func request(_ name: String) throws -> SyncRequest {
        let bytes = try FormerRelease.bytes("messages/\(name).request")
        let request = try SyncWire.request(bytes)
        #expect(SyncWire.bytes(request) == bytes)
        return request
    }

    private static func response(_ name: String) throws -> SyncResponse {
        let bytes = try FormerRelease.bytes("messages/\(name).response")
        let response = try SyncWire.response(bytes)
        #expect(SyncWire.bytes(response) == bytes)
        return response
    }

    private static func text(_ record: SyncRecord) -> String {
        String(decoding: record.payload ?? [], as: UTF8.self)
    }

    @Test func `a greeting and its answer are read`() throws {
        let request = try Self.request("hello")
        #expect(request.body == .hello(predecessors: []) && request.isFull)
        let response = try Self.response("hello")
        #expect(response.id == request.id)
        guard case .welcome(let lineage) = response.body else {
            Issue.record("\(response.body)")
            return
        }
        #expect(lineage.map(\.head) == [0])
    }

    @Test func `pushed usage and its answer are read`() throws {
        guard case .push(let items) = try Self.request("push").body,
            case .pushed(let results) = try Self.response("push").body
        else {
            Issue.record("another type of message")
            return
        }
        let collections = items.map(\.record.collection)
        #expect(Set(collections) == ["usage.device", "usage.session", "usage.event"])
        #expect(collections.count(where: { $0 == "usage.event" }) == 4)
        #expect(items.contains { Self.text($0.record).contains(#""phrase":"I want cookie""#) })
        #expect(results == (1...6).map { .storedAsIs(sequence: $0) })
    }

    @Test func `a page with a conflict copy is read`() throws {
        guard case .pull = try Self.request("pull-conflict").body,
            case .page(let page) = try Self.response("pull-conflict").body
        else {
            Issue.record("another type of message")
            return
        }
        #expect(page.entries.map(\.record.kind) == [.metadata, .conflictCopy, .metadata])
        let lost = try #require(page.entries[1].record.lostValue)
        let text = String(decoding: lost.payload, as: UTF8.self)
        #expect(text.contains("Supper"))
        #expect(!page.isMore)
    }

    @Test func `a page of all records is read`() throws {
        guard case .page(let page) = try Self.response("pull").body else {
            Issue.record("another type of message")
            return
        }
        #expect(page.entries.map(\.sequence) == Array(1...6) && page.next == 6)
    }

    @Test func `a pushed log with corrections is read`() throws {
        guard case .push(let items) = try Self.request("push-log").body else {
            Issue.record("another type of message")
            return
        }
        let texts = items.map { Self.text($0.record) }
        #expect(items.allSatisfy { $0.record.kind == .event } && items.count == 9)
        #expect(texts.count(where: { $0.contains(#""text":""#) }) == 6)
        #expect(texts.contains { $0.contains("great goal #cup") })
    }
}
