import FoundationEssentials
import IlkModels
import IlkVocabulary

/// A version as one file: a tar archive (POSIX ustar).
///
/// The files have a fixed order and mode and no owner. Their time is the time of the manifest. Equal versions
/// give equal bytes.
///
/// The reader accepts only such archives: plain files with the expected names and matching digests.
public struct VersionBundle: Sendable {
    /// The manifest of the version.
    public let manifest: VersionManifest
    /// The bytes of the model.
    public let model: [UInt8]

    /// The names of a version's files, except for the model.
    static let manifestName = "manifest.json"
    static let cardName = "CARD.md"
    static let digestsName = "SHA256SUMS"
    static let evaluationModelName = "evaluation.ilk"

    static func modelName(_ taxonomy: String) -> String { taxonomy + ".ilk" }

    // MARK: Files

    /// Returns the files of a version, beginning with `SHA256SUMS`.
    ///
    /// - Parameter evaluation: The evaluation model, or `nil` for none. An exported version has none.
    static func files(
        _ manifest: VersionManifest, model: [UInt8], evaluation: [UInt8]? = nil
    ) throws(RegistryError) -> [(name: String, bytes: [UInt8])] {
        let json: [UInt8]
        do {
            json = Array(try JSONEncoder.deterministic(isPretty: true).encode(manifest)) + [0x0A]
        } catch {
            throw RegistryError(.cannotWrite, "the manifest cannot be written as JSON")
        }
        var files = [
            (cardName, Array(VersionCard.text(manifest).utf8)), (modelName(manifest.taxonomy), model),
            (manifestName, json),
        ]
        if let evaluation { files.append((evaluationModelName, evaluation)) }
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

    // MARK: Reading

    /// Reads and checks an exported version.
    ///
    /// - Parameter bytes: The bytes of the archive.
    /// - Throws: ``RegistryError``: `notAVersion` or `damaged`, with the reason.
    /// - Complexity: O(*n*) in the size of the archive.
    public init(_ bytes: [UInt8]) throws(RegistryError) {
        let files: [String: [UInt8]]
        do throws(TarArchive.Refusal) {
            files = try TarArchive.files(in: bytes)
        } catch {
            throw Self.refusal(error.reason)
        }
        guard let json = files[Self.manifestName] else {
            throw Self.refusal("the archive has no \(Self.manifestName)")
        }
        guard let digests = files[Self.digestsName].flatMap(Self.digests) else {
            throw Self.refusal("the archive has no valid \(Self.digestsName)")
        }
        do {
            manifest = try JSONDecoder().decode(VersionManifest.self, from: Data(json))
        } catch {
            throw Self.refusal("\(Self.manifestName) is not the manifest of a version")
        }
        let modelName = Self.modelName(manifest.taxonomy)
        guard LabelSet.isName(manifest.taxonomy), let model = files[modelName] else {
            throw Self.refusal("the archive has no model \(modelName.prefix(60))")
        }
        self.model = model
        let names: Set = [modelName, Self.manifestName, Self.cardName, Self.digestsName]
        if let stranger = files.keys.first(where: { !names.contains($0) }) {
            throw Self.refusal(
                "the archive contains a file that does not belong to a version (\(stranger.prefix(60)))")
        }
        for (name, bytes) in files where name != Self.digestsName {
            guard digests[name] == ContentDigest(of: bytes) else {
                throw RegistryError(
                    .damaged, "the exported version is damaged: the file \(name) does not match its digest")
            }
        }
        try ModelRegistry.check(model, manifest)
    }

    private static func refusal(_ reason: String) -> RegistryError {
        RegistryError(
            .notAVersion, "not an exported version: \(reason)",
            hint: "create an export with: ilk model export VERSION -o FILE")
    }
}
