import IlkLearning
import Testing

@Suite("Periods of time") struct TimePeriodsTests {
    @Test(
        arguments: [
            ([3, 1, 2, 4], 2, [[1, 2], [0, 3]]), ([3, 1, 2, 4], 9, [[1], [2], [0], [3]]),
            ([5, 5, 5, 5], 2, [[0, 1, 2, 3]]), ([1, 2, 2, 2], 2, [[0, 1, 2, 3]]),
            ([1, 1, 1, 2], 2, [[0, 1, 2], [3]]),
            ([], 3, []), ([7], 1, [[0]]),
        ] as [([Double], Int, [[Int]])])
    func `periods have about equal numbers of texts, and equal times are in one period`(
        times: [Double], count: Int, texts: [[Int]]
    ) {
        let periods = TimePeriods(times: times, count: count).periods
        #expect(periods.map(\.texts) == texts)
        for period in periods {
            #expect(period.start == times[period.texts[0]])
            #expect(period.texts.allSatisfy { (period.start...period.end).contains(times[$0]) })
        }
    }
}
