import FoundationEssentials
import Glibc
import IlkFiles
import IlkRuleTools
import IlkRules
import IlkText
import IlkVocabulary

/// A cache of compiled rules in `$XDG_CACHE_HOME/ilk/rules`. Each file contains the rules that were compiled
/// from one state of the YAML files.
///
/// The cache is optional. Damaged files are replaced, and if the folder is not writable, rules are compiled
/// at every start.
struct RuleCache {
    /// The folder, or `nil` to disable the cache.
    let folder: String?

    /// The maximum number of files. The oldest are removed.
    static let limit = 16
    /// The largest file that is read, in bytes.
    private static let largest = 1 << 30

    /// Loads rules from the cache. If the cache does not contain them, compiles the rules, and stores the
    /// result if there are no errors.
    func load(_ layers: [RuleLayer], taxonomy: Taxonomy) -> RuleLoadResult {
        // Do not read or write a folder that any user can change.
        guard let folder, (try? RuleFileTrust.check(folder: folder)) != nil else {  // Not safe to use.
            return RuleLint.load(layers: layers, taxonomy: taxonomy)
        }
        let sources = layers.flatMap(\.sources)
        let digest = RulePack.digest(of: layers)
        if let kept = Self.kept(at: path(folder, digest, taxonomy), taxonomy, sources), kept.digest == digest
        {
            return RuleLoadResult(ruleSet: kept, diagnostics: [])
        }
        let result = RuleLint.load(layers: layers, taxonomy: taxonomy)
        if let ruleSet = result.ruleSet { keep(ruleSet, of: layers) }
        return result
    }

    /// Stores rules and their warnings in the cache.
    func keep(_ ruleSet: RuleSet, of layers: [RuleLayer]) {
        guard let folder,
            let bytes = try? CachedRules.bytes(  // Rules that cannot be written are compiled at each start.
                of: ruleSet, from: layers.flatMap(\.sources))
        else { return }
        Self.keep(bytes, at: path(folder, ruleSet.digest, ruleSet.taxonomy), in: folder)
    }

    private func path(_ folder: String, _ digest: String, _ taxonomy: Taxonomy) -> String {
        folder + "/" + Self.key(digest, taxonomy) + RuleFiles.compiledSuffix
    }

    /// Returns the digest of all inputs that determine the compiled form.
    private static func key(_ digest: String, _ taxonomy: Taxonomy) -> String {
        let marks = [
            "\(CompiledRules.version)", "\(TextFeatures.schemaVersion)", TextAnalyzer.icuVersion,
            taxonomy.name, taxonomy.categories.map(\.rawValue).joined(separator: "\n"),
            digest,
        ]
        return ContentDigest(of: marks.joined(separator: "\n\n")).description
    }

    private static func kept(
        at path: String, _ taxonomy: Taxonomy, _ sources: [RuleSource]
    ) -> RuleSet? {
        // Ignore a file that any user can change.
        guard (try? RuleFileTrust.check(file: path)) != nil,  // Then it is compiled again.
            let bytes = bytes(of: path)
        else { return nil }
        defer { bytes.deallocate() }
        do {
            return try CachedRules.ruleSet(
                from: UnsafeRawBufferPointer(bytes), taxonomy: taxonomy, sources: sources)
        } catch {
            return nil
        }
    }

    /// Returns the bytes of a file, or `nil` if it cannot be read. The caller deallocates them.
    static func bytes(of path: String) -> UnsafeMutableRawBufferPointer? {
        // O_NONBLOCK: opening a named pipe would wait for its writer.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
            status.st_size <= largest
        else { return nil }
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(status.st_size), alignment: 16)
        var done = 0
        while done < bytes.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
            let count = Glibc.read(file, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                bytes.deallocate()
                return nil
            }
            done += count
        }
        return bytes
    }

    // MARK: Storing

    /// Writes a file atomically. Errors are ignored.
    private static func keep(_ bytes: [UInt8], at path: String, in folder: String) {
        guard PrivateFile.makeFolders(folder) == 0,
            bytes.withUnsafeBytes({ PrivateFile.replace(path, with: $0) }) == 0
        else { return }
        prune(folder)
    }

    /// Removes all but the newest ``limit`` files. The temporary files of interrupted writes count too.
    private static func prune(_ folder: String) {
        var kept: [(path: String, seconds: Int, nanoseconds: Int)] = []
        let files = FileManager.default
        guard let names = try? files.contentsOfDirectory(atPath: folder) else { return }  // No files.
        for name in names where name.hasSuffix(RuleFiles.compiledSuffix) || name.hasSuffix(".draft") {
            var status = stat()
            guard stat(folder + "/" + name, &status) == 0 else { continue }
            kept.append((folder + "/" + name, Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)))
        }
        kept.sort { ($1.seconds, $1.nanoseconds, $0.path) < ($0.seconds, $0.nanoseconds, $1.path) }
        for file in kept.dropFirst(limit) { unlink(file.path) }
    }
}
