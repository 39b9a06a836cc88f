import Foundation
import GRDB
import StoreTestSupport
import TestSupport
import Testing

@testable import IlkStore

/// Files that were changed from outside.
@Suite struct DamageTests {
    private static func written(_ scratch: Scratch) async throws {
        let numbers = try Numbers(.file(scratch.path("n.db")), settings: JournalSettings(batchEntries: 10))
        for number in 0..<400 { await numbers.record(number, ballast: 200) }
        try await numbers.close()
    }

    /// Opens a file and reads all of its rows.
    ///
    /// - Returns: The numbers, or `nil` if the file was rejected.
    private static func read(_ scratch: Scratch, _ name: String) async throws -> [Int]? {
        do {
            let store = try Store.open(.file(scratch.path(name)), schema: Numbers.schema)
            defer { try? store.close() }  // A damaged file need not close cleanly.
            return try await store.read {
                try Int.fetchAll($0, sql: "SELECT number FROM number ORDER BY rowid")
            }
        } catch is StoreError {
            return nil
        }
    }

    @Test func `a damaged file is reported as an error and nothing crashes`() async throws {
        let scratch = try Scratch()
        try await Self.written(scratch)
        let store = try Store.open(.file(scratch.path("n.db")), schema: Numbers.schema)
        try store.backUp(to: scratch.path("sound.db"))
        try store.close()
        let sound = try scratch.bytes("sound.db")
        var random = SeededGenerator(seed: 7)
        var refused = 0
        for variant in 0..<300 {
            var bytes = sound
            // A few bytes anywhere, a page of noise, or the header, where damage is most severe.
            let start =
                variant % 3 == 2
                ? Int.random(in: 0..<100, using: &random) : Int.random(in: 0..<bytes.count, using: &random)
            let length = variant % 3 == 1 ? 4096 : Int.random(in: 1...8, using: &random)
            for place in start..<min(bytes.count, start + length) {
                bytes[place] = UInt8.random(in: 0...255, using: &random)
            }
            let name = "v\(variant).db"
            try bytes.write(to: scratch.folder.appending(path: name))
            if try await Self.read(scratch, name) == nil { refused += 1 }
        }
        print("seed 7: \(refused) of 300 refused")
        #expect(refused > 30)
    }

    @Test func `a truncated write-ahead log opens at its last complete commit`() async throws {
        let scratch = try Scratch()
        try await Self.written(scratch)
        let (file, log) = (try scratch.bytes("n.db"), try scratch.bytes("n.db-wal"))
        #expect(log.count > 50_000)
        var random = SeededGenerator(seed: 11)
        var lengths: Set<Int> = []
        for variant in 0..<60 {
            let name = "w\(variant).db"
            let cut = Int.random(in: 0...log.count, using: &random)
            // The first commits create the tables. Without them the file is empty, and the tables are created
            // again.
            try file.write(to: scratch.folder.appending(path: name))
            try log.prefix(cut).write(to: scratch.folder.appending(path: name + "-wal"))
            let numbers = try #require(try await Self.read(scratch, name))
            #expect(numbers == Array(0..<numbers.count), "seed 11, cut at \(cut)")
            lengths.insert(numbers.count)
        }
        #expect(lengths.count > 5)
    }
}
