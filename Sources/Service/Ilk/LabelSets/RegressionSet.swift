import FoundationEssentials
import Glibc
public import IlkFiles
import IlkFraming
import IlkLearning
public import IlkVocabulary

/// The user's regression set of a label set: labeled texts that measure new models and are never used for
/// training.
public struct RegressionSet: Sendable, Hashable {
    /// The distinct texts.
    public private(set) var texts: [LabeledText]
    private let digests: Set<ContentDigest>

    /// Creates a set. Of equal texts, the first is kept.
    ///
    /// - Parameter texts: The texts.
    public init(_ texts: [LabeledText]) {
        var digests: Set<ContentDigest> = []
        self.texts = texts.filter { digests.insert(ContentDigest(of: $0.text)).inserted }
        self.digests = digests
    }

    /// The digest of the texts and labels, for manifests.
    public var digest: String {
        var hasher = ContentHasher()
        for text in texts {
            // A single label is hashed without a separator.
            hasher.update(text.categories.map(\.rawValue).joined(separator: "\n").utf8)
            hasher.update(text.text.utf8)
        }
        return hasher.finish().description
    }

    /// Returns `true` if a text is in the set.
    ///
    /// - Parameter text: The text.
    /// - Complexity: O(*n*) in the length of the text.
    public func contains(_ text: String) -> Bool { digests.contains(ContentDigest(of: text)) }

    func contains(_ digest: ContentDigest) -> Bool { digests.contains(digest) }

    /// Returns the regression set with the current labels of a label set. A merged label is replaced by the
    /// label into which it was merged, and retired labels are removed. Texts that have only retired labels,
    /// or labels that the label set lacks, are used neither for measuring nor for training.
    ///
    /// - Parameter labels: The label set.
    /// - Complexity: O(*n*) in the number of texts.
    public func labeled(by labels: LabelSet) -> RegressionSet {
        var result = self
        let taxonomy = labels.taxonomy
        result.texts = texts.compactMap { text in
            guard let categories = labels.current(text.categories, in: taxonomy) else { return nil }
            var text = text
            text.categories = categories
            return text
        }
        return result
    }

    // MARK: Files

    /// Reads the regression set of a label set, or returns `nil` if the user has none.
    ///
    /// - Parameters:
    ///   - labels: The label set.
    ///   - folders: The user's folders.
    /// - Throws: ``IlkError`` if the file cannot be read or is damaged.
    /// - Complexity: O(*n*) in the bytes of the file.
    public static func read(of labels: LabelSet, _ folders: IlkFolders) throws(IlkError) -> RegressionSet? {
        try read(taxonomy: labels.name, folders)?.labeled(by: labels)
    }

    static func read(taxonomy: String, _ folders: IlkFolders) throws(IlkError) -> RegressionSet? {
        let path = folders.regressionSet(taxonomy: taxonomy)
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw IlkError(.noInput, "\(path): cannot read the file\(SystemError.reason(opening: path))")
        }
        let file = LabeledTextFile(Array(data), labels: .oneOrArray)
        guard file.problems.isEmpty else {
            throw IlkError(
                .badData, "\(path): the regression set is damaged",
                hint: "store it again with: ilk model regression-set FILE --taxonomy \(taxonomy) --force")
        }
        return RegressionSet(file.texts)
    }

    /// Writes the set as JSON lines, and replaces an earlier set.
    ///
    /// - Parameters:
    ///   - taxonomy: The name of the label set.
    ///   - folders: The user's folders.
    /// - Returns: The path of the file.
    /// - Throws: ``IlkError`` if the file cannot be written.
    @discardableResult
    public func write(taxonomy: String, _ folders: IlkFolders) throws(IlkError) -> String {
        let path = folders.regressionSet(taxonomy: taxonomy)
        var writer = JSONWriter()
        var bytes: [UInt8] = []
        for text in texts {
            writer.reset()
            writer.beginObject()
            writer.field("text", text.text)
            if text.categories.count == 1 {
                writer.field("label", text.category.rawValue)
            } else {
                writer.field("label", text.categories.map(\.rawValue))
            }
            writer.endObject()
            bytes += writer.bytes
            bytes.append(UInt8(ascii: "\n"))
        }
        try IlkFolders.makeFolder(of: path)
        guard bytes.withUnsafeBytes({ PrivateFile.replace(path, with: $0) }) == 0 else {
            throw IlkError(.cannotCreate, "\(path): cannot write: \(SystemError.last.words)")
        }
        return path
    }

    /// Deletes the regression set of a label set.
    ///
    /// - Parameters:
    ///   - taxonomy: The name of the label set.
    ///   - folders: The user's folders.
    /// - Throws: ``IlkError`` if the file cannot be deleted.
    public static func remove(taxonomy: String, _ folders: IlkFolders) throws(IlkError) {
        let path = folders.regressionSet(taxonomy: taxonomy)
        guard unlink(path) == 0 || errno == ENOENT else {
            throw IlkError(.cannotCreate, "\(path): cannot delete: \(SystemError.last.words)")
        }
    }
}
