import Testing

@testable import IlkCommand
@testable import IlkConsole

@Suite("Progress of a training") struct TrainingProgressTests {
    @Test(
        arguments: [
            (
                [1_000, 256, 512, 1_000, 1_000],
                [.familiarity, .counting(256), .counting(512), .fitting, .fitting]
            ),
            ([9, 9], [.fitting, .fitting]), ([nil, nil], [.choosing, .choosing]),
        ] as [([Int?], [TrainingProgress.Phase])])
    func `each report belongs to a phase`(reports: [Int?], phases: [TrainingProgress.Phase]) {
        var progress = TrainingProgress(reports.compactMap(\.self).max() ?? 0, on: .silent())
        #expect(reports.map { progress.phase($0) } == phases)
    }
}
