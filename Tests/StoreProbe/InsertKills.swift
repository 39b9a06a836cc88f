import Foundation
import IlkUsage
import IlkStore
import IlkVocabulary
import TestSupport

/// Kills a process that inserts usage in large batches, repeatedly. Each batch must be present completely or
/// not at all, with all derived rows, and the next process must be able to write.
struct InsertKills {
    let folder: String
    let cycles: Int
    var random: SeededGenerator

    private var path: String { folder + "/usage.sqlite" }
    private static let batch = 600

    mutating func run() async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try StoreFiles.remove(path)
        var mark: String?
        let store = try UsageStore.open(.file(path))
        _ = try await store.thisDevice(creatingNamed: "iPad")
        while case let page = try await store.changes(after: mark, limit: 100), !page.changes.isEmpty {
            mark = page.mark
        }
        try store.close()
        var (taken, unheard) = (0, 0)
        for cycle in 0..<cycles {
            let said = try die(cycle)
            do {
                let there = try await check(cycle, &mark)
                guard there >= taken + said else {
                    throw ViolatedGuarantee(description: "\(there) batches, not \(taken + said)")
                }
                if there > taken + said { unheard += 1 }
                taken = there
            } catch {
                throw ViolatedGuarantee(description: "death \(cycle): \(error)")
            }
        }
        StoreProbe.say(
            "\(cycles) deaths, \(unheard) between a commit and its report: \(taken) complete batches, 0 partial ones, counts exact"
        )
    }

    /// - Returns: The number of batches that the process reported as inserted.
    private mutating func die(_ cycle: Int) throws -> Int {
        let words = folder + "/words"
        try Data().write(to: URL(filePath: words))
        let process = try OwnProgram.start(["take", path, words, String(random.next())])
        func said() throws -> Int { try Data(contentsOf: URL(filePath: words)).count }
        let enough = random.below(4)
        while try said() < enough, process.isRunning { usleep(500) }
        usleep(UInt32(random.below(60_000)))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        guard process.terminationReason == .uncaughtSignal else {
            throw ViolatedGuarantee(description: "it ended without a kill: \(process.terminationStatus)")
        }
        return try said()
    }

    /// Runs the process that is killed. It writes one byte for each inserted batch.
    static func run(_ path: String, telling words: String, seed: UInt64) async throws {
        let store = try UsageStore.open(.file(path))
        guard let file = FileHandle(forWritingAtPath: words) else { exit(66) }
        var dice = SeededGenerator(seed: seed)
        while true {
            let session = store.nextID()
            let events = (0..<batch).map { UsagePayload(.event(event($0, session, store, &dice))) }
            try await store.applyChanges(events, erasing: [], at: Date())
            try file.write(contentsOf: Data([1]))
        }
    }

    private static func event(
        _ number: Int, _ session: RecordID, _ store: UsageStore, _ dice: inout SeededGenerator
    ) -> UsageEvent {
        let word = "w\(dice.below(40))"
        let action: UsageEvent.Action =
            number % 6 == 5
            ? .phrase(
                PhraseCompletion(symbolIDs: ["want", word], phrase: "want \(word)", constructionTime: 900))
            : .tap(SymbolTap(symbolID: word, label: word))
        // Some events share a millisecond, which requires the slow path.
        let time = 1_700_000_000_000 + Int64(dice.below(1 << 34))
        return UsageEvent(
            id: store.nextID(),
            time: ZonedTime(milliseconds: time - (number % 9 == 0 ? time % 50_000 : 0), zone: 0),
            action: action, language: "en", sessionID: session, deviceID: session)
    }

    /// - Returns: The number of batches in the file.
    private func check(_ cycle: Int, _ mark: inout String?) async throws -> Int {
        let store = try UsageStore.open(.file(path))
        if let fault = try await store.fault(thorough: true) { throw ViolatedGuarantee(description: fault) }
        let sessions = try await store.sessions()
        let phrases = sessions.map(\.phrases).reduce(0, +)
        var found = 0
        var place: Int64?
        let spoken = UsageFilter(words: try FullTextQuery("want"))
        while case let page = try await store.events(after: place, matching: spoken), let last = page.place {
            found += page.events.count
            place = last
        }
        guard found == phrases else {
            throw ViolatedGuarantee(description: "\(found) of \(phrases) phrases are found")
        }
        // Inserted batches are not listed as changes, but recorded events are.
        guard try await store.changeCount(after: mark) == 0 else {
            throw ViolatedGuarantee(description: "listed")
        }
        let own = UsageEvent(
            id: store.nextID(), time: ZonedTime(milliseconds: 1_600_000_000_000 + Int64(cycle), zone: 0),
            action: .tap(SymbolTap(symbolID: "own", label: "own")), language: "en", sessionID: store.nextID(),
            deviceID: store.nextID())
        try await store.record([own])
        let listed = try await store.changes(after: mark, limit: 10)
        guard listed.changes.count == 1 else { throw ViolatedGuarantee(description: "not listed") }
        mark = listed.mark
        if let fault = try await store.fault(thorough: true) {
            throw ViolatedGuarantee(description: "then \(fault)")
        }
        // Each earlier death added one recorded event.
        let events = phrases + sessions.map(\.totalSymbols).reduce(0, +) - cycle
        try store.close()
        guard events % Self.batch == 0 else {
            throw ViolatedGuarantee(description: "\(events) events, a part of a batch")
        }
        return events / Self.batch
    }
}
