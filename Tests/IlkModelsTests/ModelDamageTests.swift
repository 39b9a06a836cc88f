import IlkText
import IlkVocabulary
import ModelTestSupport
import TestSupport
import Testing

@testable import IlkLearning
@testable import IlkModels

/// Reading of changed files and of files with wrong contents.
@Suite struct `Damaged models` {
    @Test(arguments: ModelKind.allCases)
    func `every changed bit is an error`(_ kind: ModelKind) throws {
        let bytes = try Self.file(kind)
        var changed = bytes
        var read: [Int] = []
        for place in bytes.indices {
            for bit in 0..<8 {
                changed[place] ^= 1 << UInt8(bit)
                if ModelFixture.refusal(changed) == nil { read.append(place * 8 + bit) }
                changed[place] = bytes[place]
            }
        }
        #expect(read.isEmpty, "bits of \(bytes.count) bytes that may change: \(read.prefix(20))")
    }

    @Test(arguments: ModelKind.allCases)
    func `every other length is an error`(_ kind: ModelKind) throws {
        let bytes = try Self.file(kind)
        for length in bytes.indices {
            let refusal = ModelFixture.refusal(Array(bytes[..<length]))
            #expect(refusal?.code == .truncated, "cut to \(length) bytes")
        }
        for more in [[0], [1], [UInt8](repeating: 0, count: 16)] {
            #expect(ModelFixture.refusal(bytes + more)?.code == .malformed, "\(more.count) bytes more")
        }
    }

    private static func file(_ kind: ModelKind) throws -> [UInt8] {
        switch kind {
        case .bayes: try ModelFixture.bayes()
        case .linear: try ModelFixture.linear()
        }
    }

    /// A wrong number written into a file, with a matching checksum.
    struct Lie: CustomTestStringConvertible {
        var testDescription: String
        /// The section at whose start the offset begins; `nil` for the start of the file.
        var section: UInt32?
        var offset: Int
        var number: UInt64
        var code: FormatError.Code
    }

    static let lies = [
        Lie(
            testDescription: "the version to come", offset: 8, number: 3 << 32 | 7, code: .unsupportedVersion),
        Lie(testDescription: "the version before", offset: 8, number: 3 << 32 | 2, code: .unsupportedVersion),
        Lie(testDescription: "65 sections", offset: 8, number: 65 << 32 | 3, code: .malformed),
        Lie(
            testDescription: "four thousand million sections", offset: 8, number: 0xFFFF_FFFF << 32 | 3,
            code: .malformed),
        Lie(testDescription: "no sections", offset: 8, number: 3, code: .malformed),
        Lie(testDescription: "2^63 bytes", offset: 16, number: 1 << 63, code: .truncated),
        Lie(testDescription: "no bytes", offset: 16, number: 0, code: .malformed),
        Lie(testDescription: "a section far away", offset: 72, number: 1 << 63, code: .malformed),
        Lie(testDescription: "a section over the header", offset: 72, number: 0, code: .malformed),
        Lie(testDescription: "a section of 2^63 bytes", offset: 80, number: 1 << 63, code: .malformed),
        Lie(
            testDescription: "a section that ends at 2^64", offset: 80, number: UInt64.max - 100,
            code: .malformed),
        Lie(testDescription: "two sections of one kind", offset: 88, number: 1, code: .malformed),
        Lie(testDescription: "2^63 slots", section: 2, offset: 0, number: 1 << 63, code: .malformed),
        Lie(testDescription: "2^61 slots", section: 2, offset: 0, number: 1 << 61, code: .malformed),
        Lie(testDescription: "no slots", section: 2, offset: 0, number: 0, code: .malformed),
        Lie(testDescription: "2^63 features", section: 2, offset: 8, number: 1 << 63, code: .malformed),
    ]

    @Test(arguments: ModelKind.allCases, lies)
    func `a wrong size is rejected before it is allocated`(_ kind: ModelKind, _ lie: Lie) throws {
        var bytes = try Self.file(kind)
        var start = 0
        if let section = lie.section {
            let file = try ModelFile(ModelStorage(copying: bytes))
            start = try #require(file.range(of: ModelFile.Section(rawValue: section) ?? .table)).lowerBound
        }
        bytes.replaceSubrange(start + lie.offset..<start + lie.offset + 8, with: Self.bytes(lie.number))
        #expect(ModelFixture.refusal(StableHash.addingChecksum(bytes))?.code == lie.code)
    }

    private static func bytes(_ number: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: number)
        return bytes
    }

    @Test(arguments: [
        [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
        [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80],
        // Without any text: two billion features, a name longer than the file, a feature group after the last
        // one, a group that does not exist, a feature in more texts than there are, trailing bytes.
        zeros + [0xFF, 0xFF, 0xFF, 0xFF, 0x07],
        zeros + [0x01, 0x01, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0x07],
        zeros + [0x01, 0x01, 0x05, 0x00],
        zeros + [0x01, 0x06, 0x00, 0x00, 0x00, 0x00, 0x00],
        zeros + [0x01, 0x63, 0x00, 0x00, 0x00, 0x00, 0x00],
        zeros + [0x01, 0x01, 0x00, 0x01, 0x61, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0x00, 0x00],
        zeros + [0x00, 0x00],
        zeros,
        [],
    ])
    func `wrong counts are rejected`(_ counts: [UInt8]) throws {
        let file = try ModelFile(ModelStorage(copying: try ModelFixture.bayes()))
        let parts = try [ModelFile.Section.manifest, .table].map { section in
            (section, Array(file.storage.bytes[try #require(file.range(of: section))]))
        }
        let bytes = ModelFile.assemble(parts + [(.counts, counts)])
        #expect(try ModelFixture.model(bytes).kind == .bayes)
        #expect(ModelFixture.refusal(bytes)?.code == .malformed)
    }

    @Test(arguments: [
        // Two billion features that occur twice in a text, an index after the last counted feature, an index
        // far after it, a second index after it, truncated numbers, trailing bytes, no bytes.
        featureGroups + [0xFF, 0xFF, 0xFF, 0xFF, 0x07],
        featureGroups + [0x01, 0x7F, 0x01, 0x01],
        featureGroups + [0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x3F, 0x01, 0x01],
        featureGroups + [0x02, 0x00, 0x01, 0x01, 0x7F, 0x01, 0x01],
        featureGroups + [0x01, 0x00, 0x01],
        featureGroups + [0x00, 0x00],
        Array(featureGroups.dropLast()),
        [],
    ])
    func `wrong occurrences are rejected`(_ occurrences: [UInt8]) throws {
        let file = try ModelFile(ModelStorage(copying: try ModelFixture.bayes()))
        let parts = try [ModelFile.Section.manifest, .table, .counts].map { section in
            (section, Array(file.storage.bytes[try #require(file.range(of: section))]))
        }
        let bytes = ModelFile.assemble(parts + [(.occurrences, occurrences)])
        #expect(try ModelFixture.model(bytes).kind == .bayes)
        #expect(ModelFixture.refusal(bytes)?.code == .malformed)
    }

    /// The sums of the feature groups for two labels.
    private static let featureGroups = [UInt8](repeating: 0, count: 2 * FeatureGroup.allCases.count)

    /// The sums for two labels: texts and their weighted count, and the weighted count of each feature group.
    private static let zeros = [UInt8](repeating: 0, count: 2 * 2 + 2 * FeatureGroup.allCases.count)

    @Test(arguments: [
        (#""bucketBits":[0,6,6]"#, #""bucketBits":[0,60,6]"#),
        (#""bucketBits":[0,6,6]"#, #""bucketBits":[0,24,24]"#),
        (#""bucketBits":[0,6,6]"#, #""bucketBits":[6,6,6]"#),
        (#""bucketBits":[0,6,6]"#, #""bucketBits":[0,-6,6]"#),
        (#""bucketBits":[0,6,6]"#, #""bucketBits":[0,6]"#),
        (#""documents":[2,3]"#, #""documents":[2]"#),
        (#""documents":[2,3]"#, #""documents":[2,-3]"#),
        (#""documents":[2,3]"#, #""documents":[2,99999999999999999999]"#),
        (#""categories":["c0","c1"]"#, #""categories":[]"#),
        (#""categories":["c0","c1"]"#, #""categories":["c0","c0"]"#),
        (#""sharpness":3"#, #""sharpness":0"#),
        (#""sharpness":3"#, #""sharpness":1e999"#),
        (#""kind":"linear""#, #""kind":"bayes""#),
    ])
    func `a manifest that contradicts itself is rejected`(_ was: String, _ becomes: String) throws {
        let file = try ModelFile(ModelStorage(copying: try ModelFixture.linear()))
        let range = try #require(file.range(of: .manifest))
        let manifest = String(decoding: file.storage.bytes[range], as: UTF8.self)
        let changed = manifest.split(separator: was, omittingEmptySubsequences: false).joined(
            separator: becomes)
        #expect(changed != manifest, "the manifest is unchanged")
        let parts = try [ModelFile.Section.table, .buckets].map { section in
            (section, Array(file.storage.bytes[try #require(file.range(of: section))]))
        }
        let bytes = ModelFile.assemble([(.manifest, Array(changed.utf8))] + parts)
        #expect(ModelFixture.refusal(bytes)?.code == .malformed)
    }
}
