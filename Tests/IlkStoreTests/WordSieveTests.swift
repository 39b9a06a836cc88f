import IlkStore
import Testing

@Suite struct WordSieveTests {
    @Test(
        arguments: [
            (["quick"], "The QUICK fox", true), (["qui"], "The quick fox", true),
            (["uick"], "The quick fox", false),
            (["fox", "the"], "The quick fox", true), (["fox", "dog"], "The quick fox", false),
            (["quick fox"], "a fox, quick", true), (["fox"], "fox", true), (["foxes"], "fox", false),
            (["w5"], "w51 w4", true), (["5"], "w5", false), (["a"], "b_a", true), (["a"], "", false),
            (["é"], "plain", true), (["plain"], "é", true), (["plain"], "nothing of it", false),
            ([], "any", true),
            (["!"], "any", true), (["late"], String(repeating: "x ", count: 500) + "late", true),
        ] as [([String], String, Bool)])
    func `only texts without the words are rejected`(
        words: [String], text: String, isThrough: Bool
    ) {
        let bytes = Array(text.utf8)
        #expect(bytes.withUnsafeBytes { TermPrefilter(words).mayHold($0) } == isThrough)
    }
}
