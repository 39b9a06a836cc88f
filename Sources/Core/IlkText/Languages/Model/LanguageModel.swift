public import IlkVocabulary

/// What is known of languages: weights of runs of letters, words and Chinese characters. `docs/languages.md` has the
/// file's format.
///
/// The bytes are used in place; to load a model costs its checksum.
public struct LanguageModel: Sendable {
    package static let magic: [UInt8] = Array("ILKLANGM".utf8)
    /// The format that is written. The one before it, which has no common words, is read too.
    package static let version: UInt32 = 2
    package static let headerSize = 128
    static let languageSize = 8
    /// How many lengths of text have a temperature of their own.
    package static let temperatureCount = 16
    /// Bytes of a row of the dense table: a half-byte for each of 48 languages.
    package static let rowSize = 24
    /// Bytes of an entry of the sparse table: four times six bits of language and six of bonus.
    package static let entrySize = 6

    /// The languages that it tells apart, group by group of scripts. `zxx`, what is no language, is among them.
    public let languages: [Language]
    let storage: LanguageModelStorage
    /// The places of the languages of each group.
    let ranges: [Range<Int>]
    let priors: [Int32]
    let temperatures: [Double]
    /// Short runs of Latin letters, with a row of costs each.
    let dense: LanguageTable
    /// Everything else, with four pairs of language and bonus each.
    let sparse: LanguageTable
    /// Common words of the Latin alphabet; nil where the file has none.
    let words: FrequentWordTable?
    let weights: Weights

    /// Bunches of four places looked at for a feature before it is taken for unknown. A writer puts none farther from its home.
    package static let longestProbe = 64

    /// The 16 bits by which a table knows a feature: never 0.
    @inline(__always)
    package static func tag(_ hash: UInt64) -> UInt16 {
        let tag = UInt16(truncatingIfNeeded: hash)
        return tag == 0 ? 1 : tag
    }

    /// The numbers of the header that are weights.
    struct Weights: Sendable {
        /// What a word as in code says for no language, and what another word says against it, in the model's units.
        let codeWord: Int32
        let proseWord: Int32
        /// The place of no language among ``LanguageModel/languages``, or -1.
        let nothing: Int
    }

    /// Reads a model.
    ///
    /// - Throws: Errors of all codes; nothing is used before it is checked.
    public init(bytes: [UInt8]) throws(FormatError) {
        let storage = LanguageModelStorage(copying: bytes)
        try Self.checkHeader(storage)
        guard Self.checksum(storage.bytes) == storage.load(UInt64.self, at: 32) else {
            throw Self.fault(.damaged, at: 32)
        }
        try self.init(checked: storage)
    }

    /// Reads the model that is part of the program. Its checksum is not computed: its bytes are as sure as the code's.
    init(lasting bytes: UnsafeRawBufferPointer) throws(FormatError) {
        let storage = LanguageModelStorage(lasting: bytes)
        try Self.checkHeader(storage)
        try self.init(checked: storage)
    }

    private init(checked storage: LanguageModelStorage) throws(FormatError) {
        let count = Int(storage.load(UInt32.self, at: 12))
        let denseSlots = Int(storage.load(UInt32.self, at: 20))
        let sparseSlots = Int(storage.load(UInt32.self, at: 24))
        let denseStart = Self.headerSize + count * Self.languageSize
        let sparseStart = denseStart + denseSlots * (2 + Self.rowSize)
        let end = sparseStart + sparseSlots * (2 + Self.entrySize) + 2
        guard let start = storage.bytes.baseAddress, count <= 96, denseSlots % 4 == 0, denseSlots > 0,
            sparseSlots % 4 == 0, sparseSlots > 0,
            end <= storage.bytes.count
        else { throw Self.fault(.malformed, at: 12) }
        dense = LanguageTable(at: start + denseStart, slots: denseSlots)
        sparse = LanguageTable(at: start + sparseStart, slots: sparseSlots)
        words = try Self.words(storage, at: end)
        var languages: [Language] = []
        var priors: [Int32] = []
        var groups: [LanguageGroup: Range<Int>] = [:]
        for index in 0..<count {
            let at = Self.headerSize + index * Self.languageSize
            let (language, group) = try Self.language(storage, at: at)
            let start = groups[group]?.lowerBound ?? index
            guard (groups[group]?.upperBound ?? index) == index, index - start < group.capacity else {
                throw Self.fault(.malformed, at: at)
            }
            groups[group] = start..<(index + 1)
            languages.append(language)
            priors.append(Int32(storage.load(Int16.self, at: at + 4)))
        }
        guard LanguageGroup.allCases.allSatisfy({ groups[$0] != nil }) else {
            throw Self.fault(.malformed, at: Self.headerSize)
        }
        self.languages = languages
        self.priors = priors
        ranges = LanguageGroup.allCases.map { groups[$0] ?? 0..<0 }
        temperatures = (0..<Self.temperatureCount).map {
            Double(storage.load(UInt16.self, at: 48 + $0 * 2)) / 4096
        }
        weights = Weights(
            codeWord: Int32(storage.load(Int16.self, at: 40)),
            proseWord: Int32(storage.load(Int16.self, at: 42)),
            nothing: languages.firstIndex { $0.code == "zxx" } ?? -1)
        self.storage = storage
    }

    private static func checkHeader(_ storage: LanguageModelStorage) throws(FormatError) {
        let length = storage.bytes.count
        guard length >= headerSize else { throw Self.fault(.truncated, at: length) }
        guard storage.bytes.prefix(8).elementsEqual(magic) else {
            throw Self.fault(.notAModel, at: 0)
        }
        guard (1...version).contains(storage.load(UInt32.self, at: 8)) else {
            throw Self.fault(.unsupportedVersion, at: 8)
        }
        let stated = Int(storage.load(UInt32.self, at: 16))
        guard stated == length else {
            throw Self.fault(stated > length ? .truncated : .malformed, at: 16)
        }
    }

    /// The common words, which begin at `start` and end with the file.
    private static func words(
        _ storage: LanguageModelStorage, at start: Int
    ) throws(FormatError) -> FrequentWordTable? {
        let places = Int(storage.load(UInt32.self, at: 28))
        let rows = Int(storage.load(UInt32.self, at: 44))
        let size = places * FrequentWordTable.placeSize + rows * rowSize + FrequentWordTable.padding
        if places == 0, rows == 0, start == storage.bytes.count { return nil }
        guard let base = storage.bytes.baseAddress, places.nonzeroBitCount == 1, places <= 1 << 16,
            (1...1 << 16).contains(rows),
            start + size == storage.bytes.count,
            (0..<places).allSatisfy({ place in
                Int(storage.load(UInt16.self, at: start + place * FrequentWordTable.placeSize)) < rows
            })
        else { throw Self.fault(.malformed, at: 28) }
        return FrequentWordTable(
            at: base + start, places: places, margin: Int32(storage.load(UInt16.self, at: 80)))
    }

    private static func fault(_ code: FormatError.Code, at offset: Int) -> FormatError {
        let what =
            switch code {
            case .truncated: "the language model ends too early"
            case .notAModel: "this is not a language model"
            case .unsupportedVersion: "the language model has a format that this program does not read"
            case .damaged: "the language model's checksum does not match: bytes were changed"
            default: "the language model's sizes or languages make no sense"
            }
        return FormatError(code, at: offset, what)
    }

    /// The checksum of everything from byte 40 on.
    static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        let body = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(40)).bindMemory(to: UInt8.self)
        guard let base = body.baseAddress else { return 0 }
        return StableHash.hash(base, count: body.count, seed: 0)
    }

    private static func language(
        _ storage: LanguageModelStorage, at offset: Int
    ) throws(FormatError) -> (Language, LanguageGroup) {
        let code = String(decoding: storage.bytes[offset..<(offset + 3)].prefix { $0 != 0 }, as: UTF8.self)
        guard let language = Language(code: code),
            let group = LanguageGroup(rawValue: storage.load(UInt8.self, at: offset + 3))
        else { throw Self.fault(.malformed, at: offset) }
        return (language, group)
    }
}
