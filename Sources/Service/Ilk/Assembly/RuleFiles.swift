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
        try RuleFileTrust.check(file: path)
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
                hint: "compile rules with: ilk rules compile FOLDER -o RULES.ilkrules")
        }
    }

    /// All `.yaml` and `.yml` files of a folder and the folders in it, by name; or the one file, when it is one.
    ///
    /// - Throws: ``IlkError`` when it cannot be read, there is none, or any user can change a file or a folder.
    public static func read(_ path: String) throws(IlkError) -> [RuleSource] {
        var isFolder: Bool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw IlkError(.noInput, "there is no \(path)")
        }
        guard isFolder else { return [try source(path)] }
        try RuleFileTrust.check(folder: path)
        var sources: [RuleSource] = []
        let names: [String]
        do {
            names = try FileManager.default.subpathsOfDirectory(atPath: path)
        } catch {
            throw IlkError(.noInput, "cannot read the folder \(path)")
        }
        for name in names.sorted() where isRuleFile(name) {
            sources.append(try source(path + "/" + name))
        }
        guard !sources.isEmpty else {
            throw IlkError(.noInput, "there are no rules in \(path): no file ends in .yaml")
        }
        return sources
    }

    /// Whether a path in a folder is that of rules in YAML. What begins with a full stop is an editor's.
    private static func isRuleFile(_ path: String) -> Bool {
        guard path.hasSuffix(".yaml") || path.hasSuffix(".yml") else { return false }
        return !path.split(separator: "/").contains { $0.hasPrefix(".") }
    }

    /// The files of a folder that need not be there, by name; none when it is not.
    ///
    /// - Throws: ``IlkError`` when it is there and cannot be read.
    static func readIfThere(_ folder: String) throws(IlkError) -> [RuleSource] {
        try paths(ofFolderIfThere: folder).map { (path) throws(IlkError) in try source(path) }
    }

    private static func paths(ofFolderIfThere folder: String) throws(IlkError) -> [String] {
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return [] }
        try RuleFileTrust.check(folder: folder)
        do {
            return try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().filter(isRuleFile)
                .map { folder + "/" + $0 }
        } catch {
            throw IlkError(.noInput, "cannot read the folder \(folder)")
        }
    }

    /// The file, or that it is too large to be read.
    private static func source(_ path: String) throws(IlkError) -> RuleSource {
        try RuleFileTrust.check(file: path)
        // Whoever opens a pipe waits for its writer, unless told not to.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw IlkError(.noInput, "cannot read \(path)") }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw IlkError(.noInput, "cannot read \(path): it is no file")
        }
        guard status.st_size <= RuleSource.sizeLimit else {
            return RuleSource(name: path, tooLarge: Int(status.st_size))
        }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= RuleSource.sizeLimit {
            let count = Glibc.read(file, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw IlkError(.noInput, "cannot read \(path)") }
            if count == 0 { break }
            bytes += block.prefix(count)
        }
        return RuleSource(name: path, bytes: bytes)
    }

    // MARK: Changes

    /// What the files of a stack look like from outside, read without being opened.
    static func state(of paths: [String]) -> RuleFileState {
        var marks: [RuleFileState.Mark] = []
        for path in paths {
            marks.append(RuleFileState.Mark(path))
            // That a folder cannot be read is told when its rules are loaded.
            let files = (try? Self.paths(ofFolderIfThere: path)) ?? []  // See above.
            for file in files { marks.append(RuleFileState.Mark(file)) }
        }
        return RuleFileState(marks: marks)
    }
}

/// What rule files look like from outside: when any of them is changed, added or removed it is another state.
struct RuleFileState: Sendable, Hashable {
    struct Mark: Sendable, Hashable {
        let path: String
        let inode: UInt64
        let size: Int64
        let seconds: Int
        let nanoseconds: Int

        /// The mark of a file; of one that is not there, all zero.
        init(_ path: String) {
            var status = stat()
            let isThere = stat(path, &status) == 0
            self.path = path
            inode = isThere ? UInt64(status.st_ino) : 0
            // What a folder's own size and time say, its files say too.
            let isFile = isThere && status.st_mode & S_IFMT != S_IFDIR
            size = isFile ? Int64(status.st_size) : 0
            seconds = isFile ? Int(status.st_mtim.tv_sec) : 0
            nanoseconds = isFile ? Int(status.st_mtim.tv_nsec) : 0
        }
    }

    let marks: [Mark]
}
