import IlkText
import IlkVocabulary
import Testing

@testable import IlkModels

@Suite("Familiarity tables") struct FamiliarityTableTests {
    private static func hash(_ number: Int) -> UInt64 { StableHash.hash("\(number)", seed: 1) }

    private static func table(_ bytes: [UInt8], _ check: (FamiliarityTable) -> Void) {
        bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return }
            check(FamiliarityTable(base, buckets: bytes.count / FamiliarityTable.bucketBytes))
        }
    }

    @Test func `a table returns the numbers of its entries and 0 for almost all others`() {
        let entries = (0..<900).map {
            FamiliarityTable.Entry(hash: Self.hash($0), number: $0 % 63 + 1, importance: Double($0 % 7))
        }
        let bytes = FamiliarityTable.build(entries, mostEntries: 900)
        #expect(bytes == FamiliarityTable.build(entries.reversed(), mostEntries: 900))
        Self.table(bytes) { table in
            let found = entries.count { table.number(of: $0.hash) == $0.number }
            #expect(found > 780)
            #expect((10_000..<20_000).count { table.number(of: Self.hash($0)) > 0 } < 60)
        }
    }

    @Test func `the most important entries are kept`() {
        let entries = (0..<400).map {
            FamiliarityTable.Entry(hash: Self.hash($0), number: 5, importance: Double($0))
        }
        Self.table(FamiliarityTable.build(entries, mostEntries: 100)) { table in
            #expect(entries.suffix(100).count { table.number(of: $0.hash) == 5 } > 80)
            #expect(entries.prefix(300).count { table.number(of: $0.hash) == 5 } < 10)
        }
    }

    private static func section(between: Double = 1) -> [UInt8] {
        let table = FamiliarityTable.build([], mostEntries: 0)
        return Familiarity.section(
            grams: table, words: table,
            calibration: FamiliarityCalibration(
                distributions: (0..<FamiliarityMeasures.ratioCount).map { _ in
                    .init(mean: 0.5, between: between, within: 1)
                }, weights: [1, 2, 3], constant: 0.5))
    }

    @Test func `a section that is cut or contradicts itself is rejected`() throws {
        let section = Self.section()
        _ = try Familiarity(section: section)
        for count in [0, 7, 100, section.count - 1] {
            #expect(throws: FormatError.self) { _ = try Familiarity(section: Array(section.prefix(count))) }
        }
        #expect(throws: FormatError.self) { _ = try Familiarity(section: section + [0]) }
        for between in [0, -1, Double.nan, .infinity] {
            #expect(throws: FormatError.self) { _ = try Familiarity(section: Self.section(between: between)) }
        }
    }

    @Test(arguments: [
        ("Camel caseText", "camel caset"), ("A 1,204\n\n b", "a 0,000 b "), ("é\u{FFFD}", "éé"),
    ]) func `characters are normalized`(text: String, normal: String) {
        var codes: [UInt64] = []
        var begins = 0
        var text = text
        text.withUTF8 { bytes in
            var stream = CharacterStream(bytes)
            while let character = stream.next() {
                codes.append(character.code)
                begins += character.beginsWord ? 1 : 0
            }
        }
        #expect(codes.last == CharacterStream.blank)
        if normal.allSatisfy(\.isASCII) {
            #expect(Array(codes.prefix(normal.utf8.count)) == normal.utf8.map(UInt64.init))
        } else {
            #expect(codes.count == 3 && codes[0] == 0xC3A9 && codes[1] == 0xEFBFBD)
        }
        #expect(begins == (text.contains("caseText") ? 1 : 0))
    }
}
