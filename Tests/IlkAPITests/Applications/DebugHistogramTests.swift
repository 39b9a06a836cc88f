import IlkVocabulary
import Testing

@testable import IlkAPI

@Suite struct `Debug histogram` {
    @Test func `the earliest and the latest time are counted`() {
        let events: [(nanoseconds: Int64, level: LogLevel?)] = [(.min, .info), (0, nil), (.max, .error)]
        let histogram = DebugHistogram(events)
        #expect(histogram.bars.values.map { $0.values.reduce(0, +) }.reduce(0, +) == 3)
        #expect(!histogram.fields.isEmpty)
    }
}
