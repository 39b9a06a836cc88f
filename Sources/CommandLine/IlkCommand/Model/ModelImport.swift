import IlkConsole
import IlkFiles
import IlkVerdictConsole
import Ilk
import IlkLearning
import IlkVocabulary

import Glibc

/// Imports a version into the registry from a file.
struct ModelImport {
    var file: String
    /// The files to record as the training texts of an imported model.
    var data: [String]
    /// `true` to activate the version.
    var promotes: Bool
    var signature: ChangeAuthor
    var console: Console

    /// Checks the file, adds the version and reports it.
    func run() throws {
        try rejectWritableFile()
        let bytes = try console.readFile(file)
        let version = try version(bytes)
        let manifest = version.manifest
        let registry = ModelRegistry(folder: console.folders.models, taxonomy: manifest.taxonomy)
        let (name, isNew) = try registry.addOnce(importing: version.model, manifest, signature)
        if !isNew {
            console.note("This model is already version \(name) of \(manifest.taxonomy)")
        } else {
            let option = VersionChange.option(manifest.taxonomy)
            console.note(
                "Imported version \(name) of \(manifest.taxonomy)"
                    + (promotes ? "" : "; activate it with: ilk model promote \(name)\(option)"))
        }
        guard promotes else { return }
        if let record = try registry.promote(name, signature) {
            console.note(VersionChange.sentence(record, taxonomy: registry.taxonomy))
        } else {
            console.note("version \(name) is already active")
        }
    }

    private func version(_ bytes: [UInt8]) throws -> ImportedVersion {
        guard data.isEmpty || !ImportedVersion.isExport(bytes) else {
            throw CommandError(
                .usage, "--data requires a model (.ilk): an exported version names its training texts",
                hint: "remove --data")
        }
        var version = try ImportedVersion(bytes, file: file, signature, console.folders)
        if !data.isEmpty {
            version.manifest.data = try data.map { path in
                let bytes = try console.readFile(path)
                let name = path.split(separator: "/").last.map(String.init) ?? path
                return VersionManifest.DataSet(
                    name: name, digest: ContentDigest(of: bytes).description,
                    texts: LabeledTextFile(bytes).texts.count)
            }
        }
        return version
    }

    /// Rejects a file that every user of the machine can write.
    private func rejectWritableFile() throws(CommandError) {
        var found = stat()
        guard stat(file, &found) == 0, found.st_mode & S_IFMT == S_IFREG, found.st_mode & S_IWOTH != 0 else {
            return
        }
        throw CommandError(
            .badConfiguration, "refusing to import: any user can change this file", at: file,
            hint: "if you trust its content, remove the permission with: chmod o-w \(ShellText.word(file))"
        )
    }
}
