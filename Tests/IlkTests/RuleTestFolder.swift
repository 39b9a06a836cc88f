import IlkFiles
import Foundation
import Ilk
import IlkPipeline
import TestSupport

/// A temporary folder of rule files for a test.
final class RuleTestFolder: Sendable {
    private let owned: TestFolder
    var root: URL { owned.url }

    init() throws {
        owned = try TestFolder("ilk-rules")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// The folder that is named on the command line.
    var folder: URL { root.appending(path: "own") }

    /// The folders of a user without any files except for the test's.
    var folders: IlkFolders {
        IlkFolders(environment: [
            "XDG_DATA_HOME": root.appending(path: "data").path,
            "XDG_CONFIG_HOME": root.appending(path: "config").path,
            "XDG_CACHE_HOME": root.appending(path: "cache").path,
            "CONFIGURATION_DIRECTORY": root.appending(path: "etc").path,
        ])
    }

    /// Returns an assembly with rules only, from the given layers or the folder.
    func assembly(_ layers: RuleStack? = nil) -> PipelineAssembly {
        PipelineAssembly(
            classifier: .rules, rules: layers ?? RuleStack([.files(folder.path)]), thresholds: 0.0,
            folders: folders)
    }

    /// Writes a file atomically.
    func put(_ text: String, at path: String = "own/a.yaml") throws {
        try put(Data(text.utf8), at: path)
    }

    func put(_ data: Data, at path: String = "own/a.yaml") throws {
        let file = root.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        let draft = root.appending(path: "draft")
        try data.write(to: draft)
        guard rename(draft.path, file.path) == 0 else { throw POSIXError(.EIO) }
    }

    func remove(_ path: String) throws { try FileManager.default.removeItem(at: root.appending(path: path)) }

    /// Returns a rule pack whose rules all match a word.
    static func pack(_ ids: String..., word: String = "pump", label: String = "email", example: String? = nil)
        -> String
    {
        "version: 1\npack: doctype.own\ntaxonomy: doctype\ndescription: A pack of the tests.\nrules:\n"
            + ids.map {
                """
                  - id: \($0)
                    description: A word
                    label: \(label)
                    weight: 2
                    match:
                      word: { words: [\(word)] }
                    examples:
                      match: [\(example ?? word)]
                      reject: [nothing]

                """
            }.joined()
    }

    static func overrides(_ entries: String) -> String {
        "version: 1\noverrides: site.tuning\ntaxonomy: doctype\ndescription: Of the tests.\n" + entries
    }
}
