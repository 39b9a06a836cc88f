import FoundationEssentials
import Glibc
import IlkFiles
public import IlkRules
public import IlkVocabulary

/// Reads rule files.
public enum RuleFiles {
    /// The suffix of files of compiled rules.
    public static let compiledSuffix = ".ilkrules"

    /// Loads compiled rules, as written by `ilk rules compile`.
    ///
    /// - Parameters:
    ///   - path: The file of compiled rules.
    ///   - taxonomy: The expected taxonomy.
    /// - Returns: The rules.
    /// - Throws: ``IlkError`` if the file cannot be read, is damaged, or belongs to another version or
    ///   taxonomy.
    /// - Complexity: O(*n*) in the bytes of the file.
    public static func compiled(_ path: String, taxonomy: Taxonomy) throws(IlkError) -> RuleSet {
        try RuleFileTrust.check(file: path)
        guard let bytes = RuleCache.bytes(of: path) else { throw unreadable(path) }
        defer { bytes.deallocate() }
        do {
            return try CompiledRules.ruleSet(from: UnsafeRawBufferPointer(bytes), taxonomy: taxonomy)
        } catch {
            let isOther = error.code == .unsupportedVersion || error.code == .taxonomyMismatch
            throw IlkError(
                isOther ? .configuration : .badData, "\(path): \(error.description)",
                hint: compilingHint)
        }
    }

    private static let compilingHint = "compile rules with: ilk rules compile FOLDER -o RULES.ilkrules"

    /// Returns the error for compiled rules whose bytes cannot be read.
    private static func unreadable(_ path: String) -> IlkError {
        let reason = SystemError.reason(opening: path)
        var status = stat()
        let what = "\(path): cannot read the compiled rules"
        guard reason.isEmpty, stat(path, &status) == 0 else { return IlkError(.noInput, what + reason) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            return IlkError(.noInput, what + ": not a regular file", hint: compilingHint)
        }
        guard status.st_size == 0 else { return IlkError(.noInput, what + ": the file is too large") }
        return IlkError(.badData, what + ": the file is empty", hint: compilingHint)
    }

    /// Reads all `.yaml` and `.yml` files of a folder and its subfolders, sorted by name, or a single file.
    ///
    /// - Parameter path: A folder or a file.
    /// - Returns: One source per file.
    /// - Throws: ``IlkError`` if a file cannot be read, the folder has no rule files, or any user can change
    ///   a file or folder.
    /// - Complexity: O(*n*) in the bytes of the files.
    public static func read(_ path: String) throws(IlkError) -> [RuleSource] {
        var isFolder: Bool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw IlkError(
                .noInput, "\(path): no such file or folder",
                hint: "specify a YAML file or a folder of YAML files")
        }
        guard isFolder else { return [try source(path)] }
        try RuleFileTrust.check(folder: path)
        var sources: [RuleSource] = []
        let names: [String]
        do {
            names = try FileManager.default.subpathsOfDirectory(atPath: path)
        } catch {
            throw IlkError(.noInput, "\(path): cannot read the folder\(SystemError.reason(opening: path))")
        }
        for name in names.sorted() where isRuleFile(name) {
            sources.append(try source(path + "/" + name))
        }
        guard !sources.isEmpty else {
            throw IlkError(.noInput, "\(path): no file ends in .yaml or .yml")
        }
        return sources
    }

    /// `true` if a path is a YAML file. Hidden files are ignored, because editors create them.
    private static func isRuleFile(_ path: String) -> Bool {
        guard path.hasSuffix(".yaml") || path.hasSuffix(".yml") else { return false }
        return !path.split(separator: "/").contains { $0.hasPrefix(".") }
    }

    /// Reads the rule files of an optional folder, sorted by name. For a missing folder, the result is empty.
    ///
    /// - Throws: ``IlkError`` if the folder exists and cannot be read.
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
            throw IlkError(
                .noInput, "\(folder): cannot read the folder\(SystemError.reason(opening: folder))")
        }
    }

    /// Reads a file. For a file above the size limit, the source only records its size.
    private static func source(_ path: String) throws(IlkError) -> RuleSource {
        try RuleFileTrust.check(file: path)
        // O_NONBLOCK: opening a named pipe would wait for its writer.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            throw IlkError(.noInput, "\(path): cannot read the file: \(SystemError.last.words)")
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw IlkError(.noInput, "\(path): not a regular file")
        }
        guard status.st_size <= RuleSource.sizeLimit else {
            return RuleSource(name: path, tooLarge: Int(status.st_size))
        }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= RuleSource.sizeLimit {
            let count = Glibc.read(file, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw IlkError(.noInput, "\(path): cannot read the file: \(SystemError.last.words)")
            }
            if count == 0 { break }
            bytes += block.prefix(count)
        }
        return RuleSource(name: path, bytes: bytes)
    }

    // MARK: Changes

    /// Returns the state of rule files without opening them.
    static func state(of paths: [String]) -> RuleFileState {
        var marks: [RuleFileState.Mark] = []
        for path in paths {
            marks.append(RuleFileState.Mark(path))
            // An unreadable folder is reported when its rules are loaded.
            let files = (try? Self.paths(ofFolderIfThere: path)) ?? []  // Reported later.
            for file in files { marks.append(RuleFileState.Mark(file)) }
        }
        return RuleFileState(marks: marks)
    }
}

/// The state of rule files. The state changes when a file is changed, added or removed.
struct RuleFileState: Sendable, Hashable {
    struct Mark: Sendable, Hashable {
        let path: String
        let inode: UInt64
        let size: Int64
        let seconds: Int
        let nanoseconds: Int

        /// Returns the state of a file, which is all zeros if the file does not exist.
        init(_ path: String) {
            var status = stat()
            let isThere = stat(path, &status) == 0
            self.path = path
            inode = isThere ? UInt64(status.st_ino) : 0
            // A folder's own size and time are ignored, because the states of its files show every change.
            let isFile = isThere && status.st_mode & S_IFMT != S_IFDIR
            size = isFile ? Int64(status.st_size) : 0
            seconds = isFile ? Int(status.st_mtim.tv_sec) : 0
            nanoseconds = isFile ? Int(status.st_mtim.tv_nsec) : 0
        }
    }

    let marks: [Mark]
}
