package import IlkFiles
package import IlkLearning
import IlkModels
import IlkPipeline
import IlkVocabulary

/// The content of a file for the registry: an exported version, or a model. A model is measured during the
/// import.
package struct ImportedVersion {
    /// The bytes of the model.
    package let model: [UInt8]
    package var manifest: VersionManifest

    /// Returns `true` if a file is an exported version, which names its training texts.
    package static func isExport(_ bytes: [UInt8]) -> Bool { TarArchive.hasHeader(bytes) }

    /// Reads and checks a file.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - file: The name of the file, for messages.
    ///   - signature: The author, time and reason of the import.
    ///   - folders: The user's folders.
    /// - Throws: `RegistryError` or ``IlkError`` if the file is damaged or cannot be used.
    package init(_ bytes: [UInt8], file: String, _ signature: ChangeAuthor, _ folders: IlkFolders) throws {
        guard !Self.isExport(bytes) else {
            let bundle = try VersionBundle(bytes)
            model = bundle.model
            manifest = bundle.manifest
            return
        }
        let read: any TextModel
        do {
            read = try ModelReader.read(ModelStorage(copying: bytes))
        } catch {
            throw IlkError(
                error.code == .featureSetMismatch ? .configuration : .badData,
                "\(file): \(error.description)",
                hint: "import a file that 'ilk model export' or 'ilk train' wrote")
        }
        guard LabelSet.isName(read.taxonomy.name) else {
            throw IlkError(
                .badData,
                "\(file): the name of its taxonomy '\(read.taxonomy.name.prefix(60))' contains characters "
                    + "other than letters, digits, hyphens and underscores")
        }
        model = bytes
        manifest = VersionManifest(of: read, signature)
        try PipelineAssembly(taxonomy: read.taxonomy, folders: folders).measure(read, into: &manifest)
    }
}
