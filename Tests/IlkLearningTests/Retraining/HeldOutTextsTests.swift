import IlkLearning
import IlkVocabulary
import Testing

@Suite struct HeldOutTextsTests {
    @Test func `about one in five texts is held out, and always the same ones`() {
        let digests = (0..<5000).map { ContentDigest(of: "text \($0)") }
        let heldOut = digests.filter(HeldOutTexts.contains)
        #expect((900...1100).contains(heldOut.count))
        #expect(digests.reversed().filter(HeldOutTexts.contains) == heldOut.reversed())
    }

    @Test func `the last of equal texts is kept in its place`() {
        let words = [("a", 1), ("b", 2), ("a", 3), ("c", 4), ("b", 5)]
        let latest = HeldOutTexts.latest(words) { ContentDigest(of: $0.0) }
        #expect(latest.map(\.1) == [3, 4, 5])
        #expect(HeldOutTexts.latest([(String, Int)]()) { ContentDigest(of: $0.0) }.isEmpty)
    }
}
