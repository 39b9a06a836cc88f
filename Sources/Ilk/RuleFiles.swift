import FoundationEssentials
import Glibc
public import IlkRules
public import IlkVocabulary

/// Rule packs on disk.
public enum RuleFiles {
    /// How the names of files of compiled rules end.
    public static let compiledSuffix = ".ilkrules"

    /// The rules of a file that `ilk rules compile` wrote.
    ///
    /// - Throws: ``IlkError`` when it cannot be read, or holds nothing that this program can run.
    public static func compiled(_ path: String, taxonomy: Taxonomy) throws(IlkError) -> RuleSet {
        guard let bytes = RuleCache.bytes(of: path) else {
            throw IlkError(.noInput, "cannot read the compiled rules \(path)")
        }
        defer { bytes.deallocate() }
        do {
            return try CompiledRules.ruleSet(from: UnsafeRawBufferPointer(bytes), taxonomy: taxonomy)
        } catch {
            let isOther = error.code == .unsupportedVersion || error.code == .taxonomyMismatch
            throw IlkError(
                isOther ? .configuration : .badData, "\(path): \(error.description)",
                hint: "make it again with: ilk rules compile FOLDER -o \(path)")
        }
    }

    /// All `.yaml` and `.yml` files of a folder and the folders in it, by name; or the one file, when it is one.
    ///
    /// - Throws: ``IlkError`` when it cannot be read, or there is none.
    public static func read(_ path: String) throws(IlkError) -> [RuleSource] {
        var isFolder: Bool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw IlkError(.noInput, "there is no \(path)")
        }
        guard isFolder else { return [try source(path)] }
        var sources: [RuleSource] = []
        let names: [String]
        do {
            names = try FileManager.default.subpathsOfDirectory(atPath: path)
        } catch {
            throw IlkError(.noInput, "cannot read the folder \(path)")
        }
        for name in names.sorted() where name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
            sources.append(try source(path + "/" + name))
        }
        guard !sources.isEmpty else {
            throw IlkError(.noInput, "there are no rules in \(path): no file ends in .yaml")
        }
        return sources
    }

    private static func source(_ path: String) throws(IlkError) -> RuleSource {
        var status = stat()
        if stat(path, &status) == 0, Int(status.st_size) > RulePack.largestFile {
            throw IlkError(
                .badData,
                "\(path) has \(status.st_size) bytes; at most \(RulePack.largestFile >> 20) MiB are read (R002)",
                hint: "split the pack into several files")
        }
        do {
            return RuleSource(name: path, bytes: Array(try Data(contentsOf: URL(filePath: path))))
        } catch {
            throw IlkError(.noInput, "cannot read \(path)")
        }
    }
}
