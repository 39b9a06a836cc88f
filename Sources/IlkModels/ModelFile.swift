import IlkText
import IlkVocabulary

/// The frame of a model file: a header, a checksum, and sections. `docs/model-format.md` is its reference.
///
///     0   8  "ILKMODEL"
///     8   4  format version
///     12  4  number of sections
///     16  8  length of the file
///     24  8  checksum of everything from byte 64 on (StableHash, seed 0)
///     32  32 SHA-256 of everything from byte 64 on: the model's digest
///     64     section table, 24 bytes each: id (4), zero (4), offset (8), length (8)
///
/// All numbers are little-endian; sections begin at multiples of 16.
struct ModelFile: Sendable {
    static let magic: [UInt8] = Array("ILKMODEL".utf8)
    static let version: UInt32 = 2
    static let headerSize = 64

    enum Section: UInt32, CaseIterable {
        case manifest = 1
        case table = 2
        case counts = 3
        case rules = 4
    }

    let storage: ModelStorage
    let digest: ContentDigest
    private let sections: [UInt32: Range<Int>]

    /// Reads and checks a file. Takes time linear in its length, for the checksum; allocates for the section table only.
    init(_ storage: ModelStorage) throws(ModelError) {
        let length = storage.count
        guard length >= Self.headerSize else {
            throw ModelError(.truncated, at: length, "the file ends before a model's header does")
        }
        guard storage.bytes.prefix(8).elementsEqual(Self.magic) else {
            throw ModelError(.notAModel, at: 0, "this is not a model file of ilk")
        }
        let version = storage.load(UInt32.self, at: 8)
        guard version == Self.version else {
            throw ModelError(
                .unsupportedVersion, at: 8,
                "the model has format \(version); this program reads format \(Self.version)")
        }
        let stated = storage.load(UInt64.self, at: 16)
        guard stated == UInt64(length) else {
            let code: ModelError.Code = stated > UInt64(length) ? .truncated : .malformed
            throw ModelError(code, at: 16, "the model says that it has \(stated) bytes; there are \(length)")
        }
        guard Self.checksum(storage) == storage.load(UInt64.self, at: 24) else {
            throw ModelError(.damaged, at: 24, "the model's checksum does not match: the file was changed")
        }
        sections = try Self.readSections(storage)
        digest = try Self.readDigest(storage)
        self.storage = storage
    }

    /// The bytes of a section, or nil when the file has none of it.
    func range(of section: Section) -> Range<Int>? {
        sections[section.rawValue]
    }

    private static func checksum(_ storage: ModelStorage) -> UInt64 {
        let body = storage.bytes[headerSize...]
        guard let base = UnsafeRawBufferPointer(rebasing: body).baseAddress else {
            return StableHash.finish(0, count: 0)
        }
        return StableHash.hash(base.assumingMemoryBound(to: UInt8.self), count: body.count, seed: 0)
    }

    private static func readDigest(_ storage: ModelStorage) throws(ModelError) -> ContentDigest {
        let hex = storage.bytes[32..<64].map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }.joined()
        guard let digest = ContentDigest(hex) else {
            throw ModelError(.malformed, at: 32, "the model's digest cannot be read")
        }
        return digest
    }

    private static func readSections(_ storage: ModelStorage) throws(ModelError) -> [UInt32: Range<Int>] {
        let count = Int(storage.load(UInt32.self, at: 12))
        guard count <= 64, headerSize + count * 24 <= storage.count else {
            throw ModelError(
                .malformed, at: 12, "the model lists \(count) sections, more than it has room for")
        }
        var sections: [UInt32: Range<Int>] = [:]
        for index in 0..<count {
            let at = headerSize + index * 24
            let id = storage.load(UInt32.self, at: at)
            let offset = storage.load(UInt64.self, at: at + 8)
            let length = storage.load(UInt64.self, at: at + 16)
            guard offset <= UInt64(storage.count), length <= UInt64(storage.count) - offset,
                sections[id] == nil
            else {
                throw ModelError(.malformed, at: at, "section \(id) lies outside the model, or stands twice")
            }
            sections[id] = Int(offset)..<Int(offset + length)
        }
        return sections
    }

    /// The bytes of a file with these sections.
    static func assemble(_ parts: [(Section, [UInt8])]) -> [UInt8] {
        var body: [UInt8] = []
        var table: [UInt8] = []
        let start = headerSize + parts.count * 24
        for (section, bytes) in parts {
            while (start + body.count) % 16 != 0 { body.append(0) }
            table.append(littleEndian: section.rawValue)
            table.append(littleEndian: UInt32(0))
            table.append(littleEndian: UInt64(start + body.count))
            table.append(littleEndian: UInt64(bytes.count))
            body.append(contentsOf: bytes)
        }
        let rest = table + body
        var file = magic
        file.append(littleEndian: version)
        file.append(littleEndian: UInt32(parts.count))
        file.append(littleEndian: UInt64(headerSize + rest.count))
        let checksum = rest.withUnsafeBufferPointer { rest -> UInt64 in
            guard let base = rest.baseAddress else { return StableHash.finish(0, count: 0) }
            return StableHash.hash(base, count: rest.count, seed: 0)
        }
        file.append(littleEndian: checksum)
        file.append(contentsOf: ContentDigest(of: rest).bytes)
        return file + rest
    }
}

extension [UInt8] {
    /// Appends a number, lowest byte first.
    mutating func append<Number: FixedWidthInteger>(littleEndian number: Number) {
        for shift in 0..<(Number.bitWidth / 8) {
            append(UInt8(truncatingIfNeeded: number >> Number(shift * 8)))
        }
    }
}
