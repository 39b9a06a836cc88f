import DebugTestSupport
import Foundation
import IlkDebug
import IlkStore
import IlkVocabulary
import StoreTestSupport
import Testing

@testable import IlkDebugStore

@Suite struct `Debug intake` {
    private let scratch: Scratch
    private let store: DebugLogStore
    private let receiver: DebugReceiver
    private let intake: DebugIntake

    init() throws {
        scratch = try Scratch()
        store = try DebugLogStore.open(.file(scratch.path("debug.sqlite")))
        receiver = DebugReceiver(store: store, timeout: .seconds(60))
        var limits = DebugIntake.Limits()
        limits.decompressedBytes = 1 << 20
        limits.entries = 200
        intake = DebugIntake(into: receiver, limits: limits, now: { 1_790_000_000_000_000_000 })
    }

    private func receive(
        _ body: [UInt8], type: String? = "application/json; charset=utf-8", encoding: String? = nil,
        on route: DebugIntake.Route = .debugLogs
    ) async -> DebugIntake.Response {
        await intake.handle(body, contentType: type, encoding: encoding, on: route)
    }

    private let entries = (0..<20).map { DebugSamples.entry($0) }

    @Test func `a repeated batch is stored once`() async throws {
        let body = DebugBatch.json(entries, id: DebugSamples.id(900))
        for outcome in [DebugBatchResponse.Outcome.stored, .duplicate, .duplicate] {
            let answer = await receive(body)
            #expect(answer.status == 200)
            let read = try #require(DebugBatchResponse(json: answer.body))
            #expect(read.batch == DebugSamples.id(900))
            #expect(read.items == entries.map { .init(id: $0.id, outcome) })
        }
        #expect(try await store.records(after: nil).records.map(\.entry) == entries)
        let ledger = receiver.ledger
        #expect(ledger.stored == 60 && ledger.pending == 0)
    }

    @Test func `invalid entries of a batch are rejected and the others are stored`() async throws {
        let bad = [
            #"{"id":"\#(DebugSamples.id(800))","timestamp":"2026-11-22T09:30:00Z","source":"ios","event":"E","payload":{"a":"\ud800"}}"#,
            #"{"id":"a\r\nX-Evil: 1"}"#, "17",
            #"{"x":"# + String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000) + "}",
        ]
        let good = entries.map { String(decoding: $0.json, as: UTF8.self) }
        let body = "{\"entries\":[" + (bad + good).joined(separator: ",") + "]}"
        let answer = await receive(Array(body.utf8))
        #expect(answer.status == 207)
        let read = try #require(DebugBatchResponse(json: answer.body))
        #expect(
            read.items.prefix(4).map(\.outcome) == [
                .refused(.notUnicode), .refused(.badID), .refused(.notAnObject), .refused(.tooDeep),
            ])
        #expect(read.items[0].id == DebugSamples.id(800) && read.items[1].id == nil)
        #expect(!String(decoding: answer.body, as: UTF8.self).contains("Evil"))
        #expect(try await store.count() == 20)
    }

    @Test func `OpenTelemetry logs are stored and invalid records are counted`() async throws {
        let body = OTLPLogs.json(entries)
        #expect(await receive(body, on: .otlp) == DebugIntake.Response(status: 200, body: Array("{}".utf8)))
        #expect(await receive(body, on: .otlp).body == Array("{}".utf8))
        #expect(try await store.records(after: nil).records.map(\.entry) == entries)
        let wrong =
            #"{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"timeUnixNano":"x"},{"body":{"stringValue":"y"}}]}]}]}"#
        let answer = await receive(Array(wrong.utf8), on: .otlp)
        #expect(answer.status == 200 && OTLPLogs.Response(json: answer.body)?.rejected == 1)
        #expect(await receive([], on: .otlp).status == 200)
    }

    @Test func `malformed, oversized and unsupported requests are rejected`() async {
        let body = DebugBatch.json(entries, id: DebugSamples.id(1))
        #expect(await receive(Array("x".utf8)).status == 400)
        #expect(await receive([]).status == 400)
        #expect(await receive(Array("{}".utf8)).status == 400)
        #expect(await receive(Array(#"{"batch_id":"x\r\n","entries":[]}"#.utf8)).status == 400)
        #expect(await receive(Array("x".utf8), on: .otlp).status == 400)
        #expect(await receive(body, type: "text/plain").status == 415)
        #expect(await receive(body, type: nil).status == 415)
        #expect(await receive(body, encoding: "br").status == 415)
        #expect(await receive([UInt8](repeating: 0x20, count: (8 << 20) + 1)).status == 413)
        let many = DebugBatch.json((0..<201).map { DebugSamples.entry($0) }, id: DebugSamples.id(1))
        #expect(await receive(many).status == 413)
        #expect(await receive(Array("[]".utf8)).status == 200)
    }

    @Test func `gzip bodies are decompressed up to a size limit`() async throws {
        let body = DebugBatch.json(entries, id: DebugSamples.id(1))
        let packed = try gzip(body)
        #expect(await receive(packed, encoding: "GZIP").status == 200)
        #expect(try await store.count() == 20)
        #expect(await receive(Array(packed.dropLast(4)), encoding: "gzip").status == 400)
        #expect(await receive(packed + [0, 1, 2], encoding: "gzip").status == 400)
        #expect(await receive(body, encoding: "gzip").status == 400)
        #expect(await receive([], encoding: "gzip").status == 400)
        // 1 MiB plus one byte, and 100 MiB: both compress to less than 200 kB.
        for size in [(1 << 20) + 1, 100 << 20] {
            let bomb = try gzip([UInt8](repeating: 0x20, count: size))
            #expect(bomb.count < 200_000)
            #expect(await receive(bomb, encoding: "gzip").status == 413)
        }
        let full = body + [UInt8](repeating: 0x20, count: (1 << 20) - body.count)
        #expect(await receive(try gzip(full), encoding: "gzip").status == 200)
    }

    private func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
        let file = scratch.path("plain")
        try Data(bytes).write(to: URL(filePath: file))
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "gzip -c \(file) > \(file).gz"]
        try process.run()
        process.waitUntilExit()
        return Array(try Data(contentsOf: URL(filePath: file + ".gz")))
    }

    @Test func `a locked store answers 503 so that the whole batch is retried`() async throws {
        let hasty = DebugReceiver(store: store, timeout: .milliseconds(200))
        let intake = DebugIntake(into: hasty, now: { 0 })
        let writer = try OutsideWriter(holding: scratch.path("debug.sqlite"))
        let body = DebugBatch.json(entries, id: DebugSamples.id(1))
        let answer = await intake.handle(body, contentType: "application/json", encoding: nil, on: .debugLogs)
        #expect(answer.status == 503 && answer.retryAfter == 1)
        let logs = await intake.handle(
            OTLPLogs.json(entries), contentType: "application/json", encoding: nil, on: .otlp)
        #expect(logs.status == 503)
        try writer.release()
        #expect(await receive(body).status == 200)
        await hasty.close()
        #expect(try await store.count() == 20)
    }

    @Test func `an entry without a level gets a suggested level`() async throws {
        let provenance = Provenance(
            classifier: "rules", modelDigest: nil, ruleSetDigest: nil, icuVersion: "72")
        let intake = DebugIntake(into: receiver, now: { 0 }) { entries in
            entries.map { _ in
                DebugSuggestedLevel(
                    label: .error, probability: 0.9, evidence: ["+1 x"], provenance: provenance)
            }
        }
        var open = entries[0]
        open.level = nil
        let body = DebugBatch.json([open, entries[1]], id: DebugSamples.id(1))
        #expect(
            await intake.handle(body, contentType: "application/json", encoding: nil, on: .debugLogs).status
                == 200)
        let records = try await store.records(after: nil).records
        #expect(
            records[0].suggestion?.label == .error && records[0].entry.level == nil
                && records[1].suggestion == nil)
    }

    #if DEBUG
        @Test func `events sent through a server that fails half of the requests arrive once and in order`()
            async throws
        {
            let outcome = try await DebugLoss.run(
                10_000, seed: 20_261_122, into: intake, store: store, batch: 100)
            #expect(outcome.counts.acknowledged == 10_000 && outcome.counts.isBalanced)
            #expect(outcome.stored == 10_000 && outcome.isInOrder)
            #expect(outcome.failed > outcome.calls / 3)
        }
    #endif
}
