import Foundation
import Ilk
import IlkLearning
import IlkVocabulary
import LearningTestSupport
import TestSupport
import Testing

@Suite struct `Drift of a log` {
    private let desk: RetrainingFixture
    private static let week = 604_800.0

    init() throws { desk = try RetrainingFixture() }

    private func report() async throws -> LogDriftReport {
        try await LogDrift(store: desk.store, assembly: PipelineAssembly(folders: desk.folders))
            .report(days: 7, count: 4)
    }

    @Test func `an empty log is reported as such`() async throws {
        let report = try await report()
        #expect(report.windows.isEmpty && !report.hasDrifted)
        #expect(report.statements == ["the log is empty"])
    }

    @Test func `weeks with equal label shares show no drift, and a week of one label does`()
        async throws
    {
        var made = SyntheticTexts(seed: 21)
        for week in 0..<3 {
            try await desk.log(made.texts(60).map(\.text), at: 1_800_000_000 + Double(week) * Self.week)
        }
        let calm = try await report()
        #expect(calm.windows.count == 3)
        #expect(calm.againstBefore.allSatisfy { !$0.hasMoved }, "\(calm.statements)")
        let code = (0..<80).map { _ in made.text("code") }
        try await desk.log(code, at: 1_800_000_000 + 3 * Self.week)
        let moved = try await report()
        #expect(moved.againstBefore.contains { $0.watched == .label("code") && $0.hasMoved })
        #expect(
            moved.statements.contains { $0.contains("code is 100.0 % of the newest") }, "\(moved.statements)")
    }

    @Test func `unknown words are detected as drift`() async throws {
        var made = SyntheticTexts(seed: 22)
        try await desk.log(made.texts(60).map(\.text))
        let strange = (0..<60).map {
            "Zvorp\($0) quelbrim snarf\($0) ublix grontaw, meebo\($0) trasqul vlorn\($0)."
        }
        try await desk.log(strange, at: 1_800_000_000 + Self.week)
        let report = try await report()
        #expect(report.againstTraining.contains { $0.watched == .outOfVocabularyRate && $0.hasMoved })
        #expect(report.statements.contains { $0.contains("out-of-vocabulary rate") }, "\(report.statements)")
    }
}
