import FoundationEssentials
import IlkVocabulary
import Testing

@Suite("times as text") struct TimeTextTests {
    @Test func `every millisecond survives a round trip`() throws {
        for millisecond in 0..<60_000 {
            let date = Date(timeIntervalSince1970: 1_795_370_845 + Double(millisecond) / 1000)
            let text = TimeText.text(date)
            let again = try #require(TimeText.date(text))
            #expect(again == TimeText.rounded(date))
            #expect(TimeText.text(again) == text)
            guard TimeText.text(again) == text else { return }
        }
    }

    @Test func `a time is rounded to the nearest millisecond, and other text is rejected`() {
        #expect(TimeText.text(Date(timeIntervalSince1970: 0.249_9)) == "1970-01-01T00:00:00.250Z")
        #expect(TimeText.text(Date(timeIntervalSince1970: 59.999_6)) == "1970-01-01T00:01:00.000Z")
        #expect(TimeText.date("yesterday") == nil && TimeText.date("") == nil)
    }
}
