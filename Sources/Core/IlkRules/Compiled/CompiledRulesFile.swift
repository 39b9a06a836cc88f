import IlkText
import IlkVocabulary

/// The container of compiled rules: a header, a table of sections, and sections of fixed-size records.
///
///     0   8  "ILKRULES"
///     8   4  format version
///     12  4  number of sections
///     16  8  length of the file
///     24  8  checksum of all other bytes (StableHash, seed 0)
///     32  32 SHA-256 of the sources: the digest of the rule set
///     64  4  version of the feature list
///     68  4  number of features
///     72     section table, 24 bytes per entry: id (4), record size (4), offset (8), number of records (8)
///
/// All numbers are little-endian. Sections begin at multiples of 8.
package struct CompiledRulesFile {
    package static let magic: [UInt8] = Array("ILKRULES".utf8)
    package static let headerSize = 72
    package static let entrySize = 24
    /// The string index that stands for no string.
    package static let noText = UInt32.max

    /// The sections, in file order.
    package enum Section: UInt32, CaseIterable {
        case stringPool = 1, stringEnds, taxonomy, sources
        case rules, weights, matchers, nodes, parts, checks
        case regexes
        /// Unused sections, which are no longer read. Older versions stored automata in these sections.
        case filters, filterExpressions
        case requiredCharacters
        case literalPool, literalEnds, firstOwner, owners, exactBytes, gatedFolding
        case wordPool, words, following, phrases
        case changes, earlierWeights
        case steps, traits, languages, nearness

        /// The index in the section table.
        package var index: Int { Int(rawValue) - 1 }

        /// The size of a record of the section, in bytes.
        package var recordSize: Int {
            switch self {
            case .stringPool, .literalPool, .exactBytes, .wordPool: 1
            case .stringEnds, .taxonomy, .parts, .regexes, .filterExpressions, .literalEnds, .firstOwner,
                .gatedFolding, .languages:
                4
            case .weights, .earlierWeights: 8
            case .filters, .steps, .nearness: 12
            case .checks, .owners, .following, .phrases: 16
            case .sources, .words, .requiredCharacters, .traits: 24
            case .changes: 32
            case .rules: 56
            case .nodes, .matchers: 48
            }
        }
    }

    let bytes: UnsafeRawBufferPointer
    /// The byte offset and the number of records of each section, in the order of `Section.allCases`.
    private let places: [(offset: Int, count: Int)]

    /// Validates the header, the checksum and the section table. O(*n*) in the number of bytes.
    init(_ bytes: UnsafeRawBufferPointer) throws(FormatError) {
        self.bytes = bytes
        try Self.checkHeader(bytes)
        places = try Self.places(bytes)
    }

    /// Returns the file length that the header states, or `nil` if the bytes do not begin with a header.
    package static func statedLength(of bytes: UnsafeRawBufferPointer) -> Int? {
        bytes.count < headerSize ? nil : Int(clamping: load(UInt64.self, bytes, 16))
    }

    private static func checkHeader(_ bytes: UnsafeRawBufferPointer) throws(FormatError) {
        guard bytes.count >= headerSize else {
            throw FormatError(.truncated, at: bytes.count, "the header is incomplete")
        }
        guard bytes.prefix(magic.count).elementsEqual(magic) else {
            throw FormatError(.notCompiledRules, at: 0, "the file does not contain compiled rules")
        }
        let version = load(UInt32.self, bytes, 8)
        guard CompiledRules.readableVersions.contains(version) else {
            throw FormatError(
                .unsupportedVersion, at: 8,
                "the rules have format version \(version); this program reads \(CompiledRules.readableVersions.lowerBound) to \(CompiledRules.readableVersions.upperBound)"
            )
        }
        let stated = load(UInt64.self, bytes, 16)
        guard stated == UInt64(bytes.count) else {
            throw FormatError(
                stated > UInt64(bytes.count) ? .truncated : .malformed, at: 16,
                "the header states a length of \(stated) bytes, but the file has \(bytes.count)")
        }
        guard StableHash.checksum(of: bytes) == load(UInt64.self, bytes, 24) else {
            throw FormatError(
                .damaged, at: 24, "the checksum of the rules does not match their content")
        }
        let schema = load(UInt32.self, bytes, 64)
        let features = load(UInt32.self, bytes, 68)
        // Later versions of the list only append features, so rules for an earlier one mean the same.
        guard TextFeatures.counts[Int(schema)] == Int(features) else {
            throw FormatError(
                .unsupportedVersion, at: 64,
                "the rules were compiled for feature list \(schema), which this program does not know")
        }
    }

    private static func places(
        _ bytes: UnsafeRawBufferPointer
    ) throws(FormatError) -> [(offset: Int, count: Int)] {
        let sections = Section.allCases
        let listed = load(UInt32.self, bytes, 12)
        guard listed == UInt32(sections.count), headerSize + sections.count * entrySize <= bytes.count else {
            throw FormatError(
                .malformed, at: 12, "the header lists \(listed) sections instead of \(sections.count)")
        }
        var places: [(offset: Int, count: Int)] = []
        for (index, section) in sections.enumerated() {
            let at = headerSize + index * entrySize
            let id = load(UInt32.self, bytes, at)
            let size = load(UInt32.self, bytes, at + 4)
            let offset = load(UInt64.self, bytes, at + 8)
            let count = load(UInt64.self, bytes, at + 16)
            guard id == section.rawValue, size == UInt32(section.recordSize), offset <= UInt64(bytes.count),
                count <= (UInt64(bytes.count) - offset) / UInt64(size)
            else {
                throw FormatError(.malformed, at: at, "section \(id) lies outside the file")
            }
            places.append((Int(offset), Int(count)))
        }
        return places
    }

    func count(_ section: Section) -> Int { places[section.index].count }

    /// Returns the byte offset of a record. The index may be one past the last record.
    func offset(_ section: Section, _ index: Int = 0) -> Int {
        places[section.index].offset + index * section.recordSize
    }

    /// Reads a number at an offset that is known to be in bounds.
    @inline(__always)
    func load<Number: FixedWidthInteger>(_ type: Number.Type, _ offset: Int) -> Number {
        Self.load(type, bytes, offset)
    }

    @inline(__always)
    private static func load<Number: FixedWidthInteger>(
        _ type: Number.Type, _ bytes: UnsafeRawBufferPointer, _ offset: Int
    ) -> Number {
        Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }

    /// Returns the records of a section whose records are plain numbers.
    func numbers<Number: FixedWidthInteger & BitwiseCopyable>(_ section: Section, as type: Number.Type)
        -> [Number]
    {
        let count = count(section)
        let first = offset(section)
        return [Number](unsafeUninitializedCapacity: count) { buffer, initialized in
            for index in 0..<count {
                buffer.initializeElement(
                    at: index, to: load(type, first + index * MemoryLayout<Number>.size))
            }
            initialized = count
        }
    }

    var digest: ContentDigest? {
        ContentDigest(bytes: bytes[32..<64])
    }
}
