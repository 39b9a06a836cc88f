public import IlkVocabulary

/// A language identification model: weights of letter n-grams, words and Chinese characters.
/// `docs/reference/language-model-file.md` specifies the file format.
///
/// The bytes of the file are used without decoding, so loading a model costs little more than the computation
/// of the checksum.
public struct LanguageModel: Sendable {
    package static let magic: [UInt8] = Array("ILKLANGM".utf8)
    /// The written format version. Version 1, which has no frequent words, is also read.
    package static let version: UInt32 = 2
    package static let headerSize = 128
    static let languageSize = 8
    /// The number of temperatures. A temperature applies to a range of the number of known features in a
    /// text.
    package static let temperatureCount = 16
    /// The size of a row of the dense table in bytes: four bits for each of 48 languages.
    package static let rowSize = 24
    /// The size of an entry of the sparse table in bytes: four pairs of six bits of language and six of
    /// bonus.
    package static let entrySize = 6

    /// The languages of the model, grouped by script, including `zxx` for "no language".
    public let languages: [Language]
    let storage: LanguageModelStorage
    let ranges: [Range<Int>]
    let priors: [Int32]
    let temperatures: [Double]
    /// The short n-grams of Latin letters, each with a row of costs.
    let dense: LanguageTable
    /// All other features, each with up to four pairs of language and bonus.
    let sparse: LanguageTable
    /// The frequent words of the Latin alphabet, or `nil` if the file has none.
    let words: FrequentWordTable?
    let weights: Weights

    /// The maximum number of groups of four slots to search for a feature. A writer of tables places each
    /// feature within this number of groups, counted from the group that the hash selects.
    package static let longestProbe = 64

    /// Returns the 16 bits that identify a feature in a table, never 0.
    @inline(__always)
    package static func tag(_ hash: UInt64) -> UInt16 {
        let tag = UInt16(truncatingIfNeeded: hash)
        return tag == 0 ? 1 : tag
    }

    /// The weights in the header.
    struct Weights: Sendable {
        /// The amount that a word of code adds to the score of "no language", and the amount that any other
        /// word subtracts from that score, in the model's units.
        let codeWord: Int32
        let proseWord: Int32
        /// The index of "no language" in ``LanguageModel/languages``, or -1.
        let noLanguageIndex: Int
    }

    /// Parses and validates a model.
    ///
    /// - Parameter bytes: The content of a model file, which is copied.
    /// - Throws: ``FormatError`` if the bytes are not a valid model.
    /// - Complexity: O(*n*) in the number of bytes.
    public init(bytes: [UInt8]) throws(FormatError) {
        let storage = LanguageModelStorage(copying: bytes)
        try Self.checkHeader(storage)
        guard Self.checksum(storage.bytes) == storage.load(UInt64.self, at: 32) else {
            throw Self.fault(.damaged, at: 32)
        }
        try self.init(checked: storage)
    }

    /// Parses the embedded model. Its checksum is not verified, because its bytes are part of the executable.
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
            noLanguageIndex: languages.firstIndex { $0.code == "zxx" } ?? -1)
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

    /// Returns the table of frequent words. It begins at `start` and ends with the file.
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
            case .truncated: "the end of the language model is missing"
            case .notAModel: "the file is not a language model"
            case .unsupportedVersion: "this program does not support the format version of the language model"
            case .damaged: "the checksum of the language model does not match its content"
            default: "the language model has inconsistent sizes or languages"
            }
        return FormatError(code, at: offset, what)
    }

    /// Returns the checksum of the bytes from offset 40.
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
