import Foundation
import IlkLog
import IlkStore
import TestSupport

/// Kills a purging process repeatedly. The next process must finish the purge, no purged text may be left in
/// any file, and all other entries must be present.
struct PurgeKills {
    let folder: String
    let cycles: Int
    var random: SeededGenerator

    private var path: String { folder + "/log.db" }
    private static let texts = 1200
    private static let kept = 300

    mutating func run() async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var (unfinished, took) = (0, UInt32(20_000))
        for cycle in 0..<cycles {
            let markers = try await fill()
            let process = try OwnProgram.start(["purge", path])
            usleep(UInt32.random(in: 0...took, using: &random))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            // Later deaths are tried until some purges finish.
            if process.terminationReason == .uncaughtSignal, cycle < 20 { took = min(2 * took, 400_000) }
            do {
                if try await check(markers) { unfinished += 1 }
            } catch {
                throw ViolatedGuarantee(description: "purge \(cycle): \(error)")
            }
        }
        StoreProbe.say(
            "\(cycles) purges killed, \(unfinished) of them in the middle: 0 bytes of purged texts left, 0 entries lost"
        )
    }

    /// Runs the purge that is killed.
    static func purge(_ path: String) async throws {
        let store = try ClassificationLogStore.open(.file(path))
        try await store.purge(LogPurge(filter: LogFilter(until: moment(texts - kept))))
        try store.close()
    }

    private static func moment(_ place: Int) -> Date { Date(timeIntervalSince1970: Double(place)) }

    private mutating func fill() async throws -> [String] {
        try StoreFiles.remove(path)
        let store = try ClassificationLogStore.open(.file(path))
        let logger = ProbeSupport.logger(store)
        var markers: [String] = []
        for place in 0..<Self.texts {
            let marker = Marker.make(&random)
            let filler = String(repeating: "and more words ", count: Int.random(in: 0..<40, using: &random))
            markers.append(marker)
            await ProbeSupport.log("\(marker) \(filler)", at: Self.moment(place), to: logger)
        }
        await logger.close()
        try store.close()
        return markers
    }

    /// - Returns: `true` if the purge had begun and not finished.
    private func check(_ markers: [String]) async throws -> Bool {
        let store = try ClassificationLogStore.open(.file(path))
        let wasUnfinished = try await store.isPurgeUnfinished()
        if wasUnfinished {
            try await store.finishPurge()
        } else if try await store.count() == Self.texts {
            // The process died before the purge began.
            try await store.purge(LogPurge(filter: LogFilter(until: Self.moment(Self.texts - Self.kept))))
        }
        let there = try await store.entries(newest: Self.texts).map(\.log.text)
        guard try await store.fault() == nil else {
            throw ViolatedGuarantee(description: "the file is damaged")
        }
        try store.close()
        let stays = markers.suffix(Self.kept)
        guard there.count == stays.count, zip(there, stays.reversed()).allSatisfy({ $0.hasPrefix($1) }) else {
            throw ViolatedGuarantee(description: "\(there.count) entries, not \(stays.count)")
        }
        try Marker.checkGone(Set(markers.dropLast(Self.kept)), from: folder)
        return wasUnfinished
    }
}
