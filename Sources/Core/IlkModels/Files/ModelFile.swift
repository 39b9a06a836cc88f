import IlkText
import IlkVocabulary

/// The container of a model file: a header, a checksum, and sections. `docs/reference/model-file.md` is its
/// reference.
///
///     0   8  "ILKMODEL"
///     8   4  format version
///     12  4  number of sections
///     16  8  length of the file
///     24  8  checksum of all other bytes (StableHash, seed 0): bytes 0 to 23, then from byte 32 on
///     32  32 SHA-256 digest of all bytes starting at 64: the model's digest
///     64     section table, 24 bytes each: id (4), zero (4), offset (8), length (8)
///
/// All numbers are little-endian. Sections begin at multiples of 16.
package struct ModelFile: Sendable {
    static let magic: [UInt8] = Array("ILKMODEL".utf8)
    /// The format versions that this program can read. A file is written in the lowest version that supports
    /// its contents. Version 4 is for models with counts that score each occurrence of a feature. A reader of
    /// version 3 would count a feature once per text. Version 5 is for multi-label models, for which a reader
    /// of version 4 would predict a single label. Version 6 is for models with a head. A reader of version 5
    /// would ignore the head.
    package static let versions: ClosedRange<UInt32> = 3...6
    /// The version of models that score each occurrence of a feature.
    package static let occurrenceVersion: UInt32 = 4
    /// The version of multi-label models.
    package static let multilabelVersion: UInt32 = 5
    /// The version of models with a ``ResidualHead``.
    static let headVersion: UInt32 = 6
    static let headerSize = 64

    package enum Section: UInt32, CaseIterable {
        case manifest = 1
        case table = 2
        case counts = 3
        case buckets = 4
        case rules = 5
        case occurrences = 6
        case card = 7
        case folded = 8
        case familiarity = 9
        case statistics = 10
        case head = 11
    }

    package let storage: ModelStorage
    let digest: ContentDigest
    let version: UInt32
    private let sections: [UInt32: Range<Int>]

    /// Reads and checks a file. Takes linear time, because the checksum covers all bytes. Allocates only the
    /// section table.
    init(_ storage: ModelStorage) throws(FormatError) {
        let length = storage.count
        guard length >= Self.headerSize else {
            guard Self.magic.starts(with: storage.bytes.prefix(8)) else {
                throw FormatError(.notAModel, at: 0, "the file is not an Ilk model")
            }
            throw FormatError(.truncated, at: length, "the header is incomplete")
        }
        guard storage.bytes.prefix(8).elementsEqual(Self.magic) else {
            throw FormatError(.notAModel, at: 0, "the file is not an Ilk model")
        }
        version = storage.load(UInt32.self, at: 8)
        guard Self.versions.contains(version) else {
            throw FormatError(
                .unsupportedVersion, at: 8,
                "the model has format \(version); this program reads formats \(Self.versions.lowerBound) to \(Self.versions.upperBound)"
            )
        }
        let stated = storage.load(UInt64.self, at: 16)
        guard stated == UInt64(length) else {
            let code: FormatError.Code = stated > UInt64(length) ? .truncated : .malformed
            throw FormatError(
                code, at: 16, "the header states a length of \(stated) bytes, but the file has \(length)")
        }
        guard StableHash.checksum(of: storage.bytes) == storage.load(UInt64.self, at: 24) else {
            throw FormatError(
                .damaged, at: 24, "the checksum of the model does not match its content")
        }
        sections = try Self.readSections(storage)
        digest = try Self.readDigest(storage)
        self.storage = storage
    }

    /// Returns the bytes of a section, or `nil` if the file does not have it.
    package func range(of section: Section) -> Range<Int>? {
        sections[section.rawValue]
    }

    private static func readDigest(_ storage: ModelStorage) throws(FormatError) -> ContentDigest {
        guard let digest = ContentDigest(bytes: storage.bytes[32..<headerSize]) else {
            throw FormatError(.malformed, at: 32, "the model's digest cannot be read")
        }
        return digest
    }

    private static func readSections(_ storage: ModelStorage) throws(FormatError) -> [UInt32: Range<Int>] {
        let count = Int(storage.load(UInt32.self, at: 12))
        guard count <= 64, headerSize + count * 24 <= storage.count else {
            throw FormatError(
                .malformed, at: 12,
                "the header lists \(count) sections, but the file is too short for them")
        }
        var sections: [UInt32: Range<Int>] = [:]
        var last = headerSize + count * 24
        for index in 0..<count {
            let at = headerSize + index * 24
            let id = storage.load(UInt32.self, at: at)
            let offset = storage.load(UInt64.self, at: at + 8)
            let length = storage.load(UInt64.self, at: at + 16)
            guard offset <= UInt64(storage.count), length <= UInt64(storage.count) - offset,
                offset >= UInt64(last), sections[id] == nil
            else {
                throw FormatError(
                    .malformed, at: at,
                    "section \(id) is outside the model, overlaps another section, or is repeated")
            }
            sections[id] = Int(offset)..<Int(offset + length)
            last = Int(offset + length)
        }
        guard last == storage.count else {
            throw FormatError(.malformed, at: last, "unexpected bytes after the last section of the model")
        }
        return sections
    }

    package static func assemble(
        _ parts: [(Section, [UInt8])], version: UInt32 = versions.lowerBound
    ) -> [UInt8] {
        assemble(parts.map { ($0, $1[...]) }, version: version)
    }

    static func assemble(_ parts: [(Section, ArraySlice<UInt8>)], version: UInt32) -> [UInt8] {
        var end = headerSize + parts.count * 24
        let offsets = parts.map { _, bytes in
            let start = (end + 15) / 16 * 16
            end = start + bytes.count
            return start
        }
        var file = magic
        // A model can be large, so its bytes are written only once.
        file.reserveCapacity(end)
        file.append(littleEndian: version)
        file.append(littleEndian: UInt32(parts.count))
        file.append(littleEndian: UInt64(end))
        file.append(contentsOf: repeatElement(0, count: headerSize - file.count))
        for ((section, bytes), offset) in zip(parts, offsets) {
            file.append(littleEndian: section.rawValue)
            file.append(littleEndian: UInt32(0))
            file.append(littleEndian: UInt64(offset))
            file.append(littleEndian: UInt64(bytes.count))
        }
        for ((_, bytes), offset) in zip(parts, offsets) {
            file.append(contentsOf: repeatElement(0, count: offset - file.count))
            file.append(contentsOf: bytes)
        }
        file.replaceSubrange(32..<headerSize, with: ContentDigest(of: file[headerSize...]).bytes)
        return StableHash.addingChecksum(file)
    }
}
