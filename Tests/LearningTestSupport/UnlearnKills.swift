import IlkStore
import IlkLog
public import Foundation
import Ilk
import IlkLearning
import IlkPipeline
import IlkVocabulary
import TestSupport

/// Kills a process that purges texts which a model has learned, over and over: at each step of unlearning them, and at any
/// moment. Whenever it dies, the old version is in use and no row has gone, or the new one is; and the next process makes of
/// that what an undisturbed purge does.
public struct UnlearnKills {
    /// What came of it.
    public struct Outcome: Sendable {
        /// How many processes were killed.
        public var deaths = 0
        /// How many of them before the new version was in use.
        public var beforeUse = 0
        /// How many while rows went, or before that with the new version in use.
        public var midway = 0
        /// How many when all was done.
        public var afterwards = 0
    }

    /// A promise that was not kept.
    public struct Broken: Error, CustomStringConvertible {
        /// Which.
        public var description: String
    }

    /// A program that does ``purge(_:haltingAt:)`` with the folder and the step that follow these words.
    public let victim: (program: URL, words: [String])
    private let room: Room
    private var dice: SeededGenerator
    private var goal = Goal(digest: "", rows: 0, seconds: 0)
    private var before = Goal(digest: "", rows: 0, seconds: 0)
    private var texts: [String] = []

    /// A digest of the model in use, how many rows the log has, and how long it took.
    private struct Goal {
        var digest: String
        var rows: Int
        var seconds: Double
    }

    /// - Parameter folder: Where log and registry are made: empty, or not there.
    public init(folder: String, victim: (program: URL, words: [String]), seed: UInt64) {
        room = Room(folder: folder)
        self.victim = victim
        dice = SeededGenerator(seed: seed)
    }

    /// Where a process of ``purge(_:haltingAt:)`` waits to be killed: unlearning's own steps, and while rows go.
    public static let steps = Retraining.UnlearningStep.allCases.map { "\($0)" } + ["erasing"]

    /// Dies at each step, and then at moments that follow from the seed.
    ///
    /// - Parameter moments: How many of these.
    /// - Throws: ``Broken``, and what the log and the registry throw.
    public mutating func run(moments: Int) async throws -> Outcome {
        try await prepare()
        var outcome = Outcome()
        for step in Self.steps { try await die(step, &outcome) }
        for _ in 0..<moments { try await die(nil, &outcome) }
        return outcome
    }

    // MARK: The process that dies

    /// Purges what the folder says, and says each step on its output when it is on the disk.
    ///
    /// - Parameter step: At which it waits to be killed; nil for none.
    public static func purge(_ folder: String, haltingAt step: String?) async throws {
        let room = Room(folder: folder)
        let store = try room.store()
        func reached(_ name: String) {
            FileHandle.standardOutput.write(Data((name + "\n").utf8))
            while name == step { sleep(1) }
        }
        let purge = LogPurge(ids: try room.chosen())
        _ = try await room.retraining(store).unlearning(
            { before in
                try await store.purge(purge, progress: { _ in reached("erasing") }, before: before)
            }, noting: { reached("\($0)") })
        try store.close()
        reached("done")
    }

    private mutating func die(_ step: String?, _ outcome: inout Outcome) async throws {
        try room.takeBack()
        let process = Process()
        let output = Pipe()
        process.executableURL = victim.program
        process.arguments = victim.words + [room.folder] + [step].compactMap { $0 }
        process.standardOutput = output
        try process.run()
        if let step {
            try Self.wait(for: step, output)
        } else {
            // Somewhat longer than it takes, so that some come to the end.
            usleep(UInt32(Double.random(in: 0..<(goal.seconds * 1.3), using: &dice) * 1e6))
        }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        outcome.deaths += 1
        do {
            try await check(&outcome)
        } catch {
            throw Broken(description: "killed at \(step ?? "some moment"): \(error)")
        }
    }

    private static func wait(for step: String, _ output: Pipe) throws {
        var said = ""
        while !said.split(separator: "\n").contains(Substring(step)) {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw Broken(description: "it ended before \(step): \(said)") }
            said += String(decoding: more, as: UTF8.self)
        }
    }

    // MARK: What is there

    /// A log of ninety texts with words of people on forty, a version that learned of it, and what an undisturbed process
    /// makes of a purge of some.
    private mutating func prepare() async throws {
        try FileManager.default.createDirectory(atPath: room.folder, withIntermediateDirectories: true)
        var made = MadeTexts(seed: dice.next())
        let all = made.texts(90)
        let store = try room.store()
        try await room.log(all, to: store)
        for text in all[0..<40] {
            try await store.correct(.id(try await room.id(of: text, store)), to: text.category)
        }
        var options = RetrainingOptions()
        options.unlabelledWeight = 0.25
        let report = try await room.retraining(store).run(options)
        guard report.isPromoted else { throw Broken(description: "\(report.lines)") }
        let going = Array(all[0..<4]) + [all[60]]
        texts = going.map(\.text)
        var ids: [RecordID] = []
        for text in going { ids.append(try await room.id(of: text, store)) }
        try room.choose(ids)
        before = Goal(digest: try room.digest(), rows: try await store.count(), seconds: 0)
        try store.close()
        try room.keep()
        let began = ContinuousClock.now
        let process = Process()
        process.executableURL = victim.program
        process.arguments = victim.words + [room.folder]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Broken(description: "it cannot purge") }
        goal.seconds = (ContinuousClock.now - began) / .seconds(1)
        goal.digest = try room.digest()
        goal.rows = before.rows - ids.count
        guard goal.digest != before.digest else { throw Broken(description: "nothing is unlearned") }
        var nothing = Outcome()
        try await check(&nothing)
        try await checkFull()
    }

    /// What is there now, and that the next process ends it.
    private func check(_ outcome: inout Outcome) async throws {
        let digest = try room.digest()
        guard [before.digest, goal.digest].contains(digest) else {
            throw Broken(description: "\(digest) is in use")
        }
        let store = try room.store()
        let rows = try await store.count()
        let isUnfinished = try await store.isPurgeUnfinished()
        switch (digest == goal.digest, rows, isUnfinished) {
        case (false, before.rows, _): outcome.beforeUse += 1
        case (false, _, _): throw Broken(description: "\(rows) rows, and the model that learned of them")
        case (true, goal.rows, false): outcome.afterwards += 1
        default: outcome.midway += 1
        }
        let purge = LogPurge(ids: try room.chosen())
        _ = try await room.retraining(store).unlearning { before in
            isUnfinished
                ? try await store.finishPurge(before: before)
                : try await store.purge(purge, before: before)
        }
        guard try await store.count() == goal.rows else { throw Broken(description: "rows are left") }
        if let fault = try await store.fault() { throw Broken(description: fault) }
        try store.close()
        try checkModels()
        try room.checkGone(texts)
    }

    private func checkModels() throws {
        let registry = room.registry
        guard try room.digest() == goal.digest else { throw Broken(description: "another model is in use") }
        guard try registry.versions() == [registry.versionInUse()] else {
            throw Broken(description: "versions \(try registry.versions())")
        }
        let problems = try registry.problems()
        guard problems.isEmpty else { throw Broken(description: "\(problems)") }
    }

    /// That a full retraining of what stays would make the same.
    private func checkFull() async throws {
        let store = try room.store()
        var options = RetrainingOptions()
        options.recounts = true
        let report = try await room.retraining(store).run(options)
        try store.close()
        guard report.reason.hasPrefix("nothing new"), try room.digest() == goal.digest else {
            throw Broken(description: "a full retraining says otherwise: \(report.lines)")
        }
    }
}
