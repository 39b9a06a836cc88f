import FoundationEssentials
import IlkModels
import IlkVocabulary

/// A version as one file: a tar archive (POSIX ustar).
///
/// The files have a fixed order and mode and no owner. Their time is that of the manifest. Equal versions
/// give equal bytes.
///
/// The reader accepts only such archives: plain files with the expected names, no folders, no links, all
/// digests right. The names in an archive are compared, but never used as paths.
public struct VersionBundle: Sendable {
    /// The manifest of the version.
    public let manifest: VersionManifest
    /// The bytes of the model.
    public let model: [UInt8]

    private static let block = 512

    /// The names of a version's files, except for the model.
    static let manifestName = "manifest.json"
    static let cardName = "CARD.md"
    static let digestsName = "SHA256SUMS"

    static func modelName(_ taxonomy: String) -> String { taxonomy + ".ilk" }

    // MARK: Files

    static func files(
        _ manifest: VersionManifest, model: [UInt8]
    ) throws(RegistryError) -> [(name: String, bytes: [UInt8])] {
        let json: [UInt8]
        do {
            json = Array(try RegistryJSON.encoder(isPretty: true).encode(manifest)) + [0x0A]
        } catch {
            throw RegistryError(.cannotWrite, "the manifest cannot be written as JSON")
        }
        let files = [
            (cardName, Array(VersionCard.text(manifest).utf8)), (modelName(manifest.taxonomy), model),
            (manifestName, json),
        ]
        // The format of `sha256sum`.
        let digests = files.map { "\(ContentDigest(of: $0.1))  \($0.0)\n" }.joined()
        return [(digestsName, Array(digests.utf8))] + files
    }

    /// Parses a `SHA256SUMS` file into digests by file name, or returns `nil` if it is invalid.
    static func digests(_ bytes: [UInt8]) -> [String: ContentDigest]? {
        var digests: [String: ContentDigest] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, let digest = ContentDigest(String(parts[0])) else { return nil }
            let name = parts[1].drop { $0 == " " || $0 == "*" }
            guard digests.updateValue(digest, forKey: String(name)) == nil else { return nil }
        }
        return digests
    }

    // MARK: Writing

    static func archive(_ files: [(name: String, bytes: [UInt8])], time: Date) -> [UInt8] {
        var bytes: [UInt8] = []
        let seconds = max(0, Int(min(time.timeIntervalSince1970, 8_589_934_591)))
        for file in files {
            bytes += header(file.name, size: file.bytes.count, time: seconds)
            bytes += file.bytes
            bytes += [UInt8](repeating: 0, count: padding(file.bytes.count))
        }
        return bytes + [UInt8](repeating: 0, count: 2 * block)
    }

    private static func padding(_ count: Int) -> Int { (block - count % block) % block }

    private static func header(_ name: String, size: Int, time: Int) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: block)
        func put(_ text: String, at offset: Int) {
            for (index, byte) in text.utf8.enumerated() { header[offset + index] = byte }
        }
        func octal(_ number: Int, _ digits: Int) -> String { number.zeroPadded(to: digits, radix: 8) }
        put(String(name.prefix(99)), at: 0)
        put(octal(0o600, 7), at: 100)
        put(octal(0, 7), at: 108)
        put(octal(0, 7), at: 116)
        put(octal(size, 11), at: 124)
        put(octal(time, 11), at: 136)
        put("        ", at: 148)
        put("0", at: 156)
        put("ustar", at: 257)
        put("00", at: 263)
        put(octal(header.reduce(0) { $0 + Int($1) }, 6), at: 148)
        header[154] = 0
        return header
    }

    // MARK: Reading

    /// Returns `true` if a file begins with a ustar header.
    ///
    /// - Parameter bytes: The bytes of the file.
    public static func hasTarHeader(_ bytes: [UInt8]) -> Bool {
        bytes.count >= block && bytes[257..<262].elementsEqual("ustar".utf8)
    }

    /// Reads and checks an exported version.
    ///
    /// - Parameter bytes: The bytes of the archive.
    /// - Throws: ``RegistryError``: `notAVersion` or `damaged`, with the reason.
    /// - Complexity: O(*n*) in the size of the archive.
    public init(_ bytes: [UInt8]) throws(RegistryError) {
        let files = try Self.entries(bytes)
        guard let json = files[Self.manifestName], let sums = files[Self.digestsName],
            let digests = Self.digests(sums)
        else { throw Self.refusal("it has no manifest or no digests") }
        do {
            manifest = try JSONDecoder().decode(VersionManifest.self, from: Data(json))
        } catch {
            throw Self.refusal("its manifest cannot be read")
        }
        let modelName = Self.modelName(manifest.taxonomy)
        guard ModelRegistry.isName(manifest.taxonomy), let model = files[modelName] else {
            throw Self.refusal("it has no model")
        }
        self.model = model
        let names: Set = [modelName, Self.manifestName, Self.cardName, Self.digestsName]
        if let stranger = files.keys.first(where: { !names.contains($0) }) {
            throw Self.refusal(
                "it contains a file that does not belong to a version (\(stranger.prefix(60)))")
        }
        for (name, bytes) in files where name != Self.digestsName {
            guard digests[name] == ContentDigest(of: bytes) else {
                throw RegistryError(.damaged, "\(name) in it does not match its digest")
            }
        }
        try ModelRegistry.check(model, manifest)
    }

    private static func refusal(_ reason: String) -> RegistryError {
        RegistryError(
            .notAVersion, "not an exported version: \(reason)",
            hint: "create one with: ilk model export VERSION -o FILE")
    }

    private static func entries(_ bytes: [UInt8]) throws(RegistryError) -> [String: [UInt8]] {
        guard hasTarHeader(bytes) else { throw refusal("it is not a tar archive") }
        var files: [String: [UInt8]] = [:]
        var offset = 0
        while offset + block <= bytes.count {
            let header = bytes[offset..<offset + block]
            if header.allSatisfy({ $0 == 0 }) { return files }
            let at = header.startIndex
            guard checksum(of: header) == octal(header[at + 148..<at + 156]),
                let size = octal(header[at + 124..<at + 136]), size <= bytes.count - offset - block
            else { throw refusal("it is truncated or damaged") }
            let kind = header[at + 156]
            guard kind == UInt8(ascii: "0") || kind == 0 else {
                throw refusal("it contains a link or a folder")
            }
            let name = String(decoding: header[at..<at + 100].prefix { $0 != 0 }, as: UTF8.self)
            let start = offset + block
            guard files.updateValue(Array(bytes[start..<start + size]), forKey: name) == nil else {
                throw refusal("it contains \(name.prefix(60)) twice")
            }
            offset = start + size + padding(size)
        }
        throw refusal("it is truncated")
    }

    private static func octal(_ field: ArraySlice<UInt8>) -> Int? {
        let digits = String(decoding: field.prefix { $0 != 0 && $0 != 0x20 }, as: UTF8.self)
        return digits.count <= 11 ? Int(digits, radix: 8) : nil
    }

    private static func checksum(of header: ArraySlice<UInt8>) -> Int {
        header.indices.reduce(0) { sum, index in
            sum + ((148..<156).contains(index - header.startIndex) ? 0x20 : Int(header[index]))
        }
    }
}
