import IlkStore
import IlkLog
public import Foundation
import Ilk
import IlkLearning
import IlkPipeline
import IlkVocabulary
import TestSupport

/// Kills a process while it purges texts that a model was trained on: at each step of the unlearning, and at
/// random moments.
///
/// After each kill, either the old version is active and no row is removed, or the new version is active. The
/// next process must complete the purge with the same result as an undisturbed purge.
public struct UnlearnKills {
    /// The result of a run.
    public struct Outcome: Sendable {
        /// The number of killed processes.
        public var deaths = 0
        /// The number of kills before the new version was active.
        public var beforeUse = 0
        /// The number of kills after the new version was active, but before all rows were removed.
        public var midway = 0
        /// The number of kills after the purge was complete.
        public var afterwards = 0
    }

    /// A violated guarantee.
    public struct GuaranteeViolation: Error, CustomStringConvertible {
        /// The violated guarantee.
        public var description: String
    }

    /// A program that calls ``purge(_:haltingAt:)``, and its first arguments. The folder and the step follow
    /// them.
    public let victim: (program: URL, words: [String])
    private let room: SnapshotFolder
    private var dice: SeededGenerator
    private var goal = Goal(digest: "", rows: 0, seconds: 0)
    private var before = Goal(digest: "", rows: 0, seconds: 0)
    private var texts: [String] = []

    /// The digest of the active model, the number of rows in the log, and the time of the purge.
    private struct Goal {
        var digest: String
        var rows: Int
        var seconds: Double
    }

    /// Creates a run.
    ///
    /// - Parameters:
    ///   - folder: The folder for log and registry. It must be empty or missing.
    ///   - victim: A program that calls ``purge(_:haltingAt:)``, and its first arguments.
    ///   - seed: The seed of the texts and the random moments.
    public init(folder: String, victim: (program: URL, words: [String]), seed: UInt64) {
        room = SnapshotFolder(folder: folder)
        self.victim = victim
        dice = SeededGenerator(seed: seed)
    }

    /// The steps at which ``purge(_:haltingAt:)`` can wait: the steps of unlearning, and the deletion of
    /// rows.
    public static let steps = Retraining.UnlearningStep.allCases.map { "\($0)" } + ["erasing"]

    /// Kills a process at each step, and then at random moments.
    ///
    /// - Parameter moments: The number of random moments.
    /// - Returns: The result.
    /// - Throws: ``GuaranteeViolation``, and the errors of the log and the registry.
    public mutating func run(moments: Int) async throws -> Outcome {
        try await prepare()
        var outcome = Outcome()
        for step in Self.steps { try await die(step, &outcome) }
        for _ in 0..<moments { try await die(nil, &outcome) }
        return outcome
    }

    // MARK: The killed process

    /// Purges the chosen records of a folder, and prints the name of each step after it is on the disk.
    ///
    /// - Parameters:
    ///   - folder: The folder of a run.
    ///   - step: The step at which to wait for the kill, or `nil`.
    /// - Throws: The errors of the log and the registry.
    public static func purge(_ folder: String, haltingAt step: String?) async throws {
        let room = SnapshotFolder(folder: folder)
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
        try room.restoreSnapshot()
        let process = Process()
        let output = Pipe()
        process.executableURL = victim.program
        process.arguments = victim.words + [room.folder] + [step].compactMap { $0 }
        process.standardOutput = output
        try process.run()
        if let step {
            try Self.wait(for: step, output)
        } else {
            // The range is longer than the purge, so that some processes complete it.
            usleep(UInt32(Double.random(in: 0..<(goal.seconds * 1.3), using: &dice) * 1e6))
        }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        outcome.deaths += 1
        do {
            try await check(&outcome)
        } catch {
            throw GuaranteeViolation(description: "killed at \(step ?? "some moment"): \(error)")
        }
    }

    private static func wait(for step: String, _ output: Pipe) throws {
        var said = ""
        while !said.split(separator: "\n").contains(Substring(step)) {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else {
                throw GuaranteeViolation(description: "it ended before \(step): \(said)")
            }
            said += String(decoding: more, as: UTF8.self)
        }
    }

    // MARK: Checks

    /// Creates a log of 90 texts with 40 corrections, a version trained on them, and the expected result of a
    /// purge by an undisturbed process.
    private mutating func prepare() async throws {
        try FileManager.default.createDirectory(atPath: room.folder, withIntermediateDirectories: true)
        var made = SyntheticTexts(seed: dice.next())
        let all = made.texts(90)
        let store = try room.store()
        try await room.log(all, to: store)
        for text in all[0..<40] {
            try await store.correct(.id(try await room.id(of: text, store)), to: text.category)
        }
        var options = RetrainingOptions()
        options.unlabeledWeight = 0.25
        let report = try await room.retraining(store).run(options)
        guard let version = report.version else { throw GuaranteeViolation(description: "\(report.lines)") }
        // The gate may reject the version of random texts. A person can still activate it.
        if !report.isPromoted {
            let signature = ChangeAuthor(who: "proof", when: Date(timeIntervalSince1970: 0))
            try room.registry.promote(version, signature)
        }
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
        guard process.terminationStatus == 0 else { throw GuaranteeViolation(description: "it cannot purge") }
        goal.seconds = (ContinuousClock.now - began) / .seconds(1)
        goal.digest = try room.digest()
        goal.rows = before.rows - ids.count
        guard goal.digest != before.digest else {
            throw GuaranteeViolation(description: "nothing is unlearned")
        }
        var nothing = Outcome()
        try await check(&nothing)
        try await checkFull()
    }

    /// Checks the state, and that the next process completes the purge.
    private func check(_ outcome: inout Outcome) async throws {
        let digest = try room.digest()
        guard [before.digest, goal.digest].contains(digest) else {
            throw GuaranteeViolation(description: "\(digest) is in use")
        }
        let store = try room.store()
        let rows = try await store.count()
        let isUnfinished = try await store.isPurgeUnfinished()
        switch (digest == goal.digest, rows, isUnfinished) {
        case (false, before.rows, _): outcome.beforeUse += 1
        case (false, _, _):
            throw GuaranteeViolation(description: "\(rows) rows, and the model that learned of them")
        case (true, goal.rows, false): outcome.afterwards += 1
        default: outcome.midway += 1
        }
        let purge = LogPurge(ids: try room.chosen())
        _ = try await room.retraining(store).unlearning { before in
            isUnfinished
                ? try await store.finishPurge(before: before)
                : try await store.purge(purge, before: before)
        }
        guard try await store.count() == goal.rows else {
            throw GuaranteeViolation(description: "rows are left")
        }
        if let fault = try await store.fault() { throw GuaranteeViolation(description: fault) }
        try store.close()
        try checkModels()
        try room.checkGone(texts)
    }

    private func checkModels() throws {
        let registry = room.registry
        guard try room.digest() == goal.digest else {
            throw GuaranteeViolation(description: "another model is active")
        }
        guard try registry.versions() == [registry.activeVersion()] else {
            throw GuaranteeViolation(description: "versions \(try registry.versions())")
        }
        let problems = try registry.problems()
        guard problems.isEmpty else { throw GuaranteeViolation(description: "\(problems)") }
    }

    /// Checks that a full retraining from the remaining texts gives the same model.
    private func checkFull() async throws {
        let store = try room.store()
        var options = RetrainingOptions()
        options.recounts = true
        let report = try await room.retraining(store).run(options)
        try store.close()
        guard report.reason.hasPrefix("Nothing new"), try room.digest() == goal.digest else {
            throw GuaranteeViolation(description: "a full retraining says otherwise: \(report.lines)")
        }
    }
}
