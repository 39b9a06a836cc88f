import Foundation
import GRDB
import IlkStore
import IlkVocabulary
import StoreTestSupport
import Testing

@testable import IlkLog

@Suite struct SharedLogTests {
    private func log(_ count: Int, as name: String, to logger: ClassificationLogger) async {
        for number in 0..<count {
            await logger.log(
                classification: Samples.classification(verdict: Samples.verdict()),
                fullText: "\(name) \(number)",
                features: nil)
        }
    }

    private func integrity(_ store: ClassificationLogStore) async throws -> String? {
        try await store.reader.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
    }

    @Test func `two loggers with separate stores write to one file`() async throws {
        let scratch = try Scratch()
        let stores = try (0..<2).map { _ in try ClassificationLogStore.open(.file(scratch.path("log.db"))) }
        let loggers = stores.map { ClassificationLogger(store: $0) }
        await withTaskGroup(of: Void.self) { group in
            for (place, logger) in loggers.enumerated() {
                group.addTask { await log(2000, as: "logger \(place)", to: logger) }
            }
        }
        for logger in loggers { #expect(await logger.close().stored == 2000) }
        #expect(try await stores[0].count() == 4000)
        #expect(try await integrity(stores[1]) == "ok")
        for store in stores { try store.close() }
    }

    @Test func `three processes log and a fourth corrects without losing entries`() async throws {
        let scratch = try Scratch()
        let path = scratch.path("log.db")
        let store = try ClassificationLogStore.open(.file(path))
        let logger = ClassificationLogger(store: store)
        await log(1, as: "first", to: logger)
        await logger.flush()
        let probes = try (0..<3).map { try Probe(["log", path, "3000", "probe \($0)"]) }
        await log(3000, as: "own", to: logger)
        let first = try await store.entry(.newest(1))
        for place in 0..<20 {
            try await store.correct(.id(first.id), to: place.isMultiple(of: 2) ? .email : .code)
        }
        for probe in probes {
            let (lines, status) = try probe.finish()
            #expect(lines == ["stored 3000"])
            #expect(status == 0)
        }
        #expect(await logger.close().stored == 3001)
        #expect(try await store.count() == 12_001)
        #expect(try await store.history(of: first.id).count == 20)
        #expect(try await integrity(store) == "ok")
        try store.close()
    }

    @Test func `a killed process loses no flushed entry`() async throws {
        let scratch = try Scratch()
        let path = scratch.path("log.db")
        try ClassificationLogStore.open(.file(path)).close()
        var random = SystemRandomNumberGenerator()
        for round in 0..<5 {
            let probe = try Probe(["endless", path])
            let lines = Int.random(in: 1...30, using: &random)
            var committed = 0
            for _ in 0..<lines {
                committed = try #require(try probe.line()?.split(separator: " ").last.flatMap { Int($0) })
            }
            probe.kill()
            let store = try ClassificationLogStore.open(.file(path))
            let texts = try await Set(store.fetchRecentLogs(limit: 1_000_000).map(\.text))
            #expect(
                (0..<committed).allSatisfy { texts.contains("endless \($0)") }, "round \(round), \(committed)"
            )
            #expect(try await integrity(store) == "ok")
            try await store.purge(LogPurge())
            try store.close()
        }
    }
}
