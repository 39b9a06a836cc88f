import FoundationEssentials
import Glibc

/// The models of one machine: a folder for each taxonomy, a folder for each version in it, and which one is active.
///
///     <folder>/doctype/1.0.1/doctype.ilk, manifest.json
///     <folder>/doctype/active              the version in use, a line of text
///
/// A version is never overwritten. Which one is active changes by one rename, and the folder is synced behind it.
public struct ModelRegistry: Sendable {
    /// What is written beside a model.
    public struct Entry: Sendable, Codable, Hashable {
        /// The version, as `1.0.1`.
        public var version: String
        /// The SHA-256 of the model's content.
        public var digest: String
        /// The version that it was made from, or nil for one made from texts alone.
        public var parent: String?
        /// When it was made: seconds since 1970-01-01T00:00:00Z.
        public var created: Double
        /// Why it was made and what it was measured to do.
        public var note: String

        /// An entry of these parts.
        public init(version: String, digest: String, parent: String?, created: Double, note: String) {
            self.version = version
            self.digest = digest
            self.parent = parent
            self.created = created
            self.note = note
        }
    }

    private let folder: String
    private let taxonomy: String

    /// The registry in a folder. Nothing is made until a model is added.
    public init(folder: String, taxonomy: String) {
        self.folder = folder + "/" + taxonomy
        self.taxonomy = taxonomy
    }

    /// The file of a version's model.
    public func path(version: String) -> String { "\(folder)/\(version)/\(taxonomy).ilk" }

    /// The version in use, or nil when there is none.
    public func activeVersion() throws -> String? {
        let path = folder + "/active"
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        return text.split(whereSeparator: \.isWhitespace).first.map(String.init)
    }

    /// The versions there are, oldest first.
    public func versions() throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { FileManager.default.fileExists(atPath: path(version: $0)) }
            .sorted { Self.numbers($0).lexicographicallyPrecedes(Self.numbers($1)) }
    }

    /// What is written beside a version's model.
    ///
    /// - Throws: ``RegistryError/unknownVersion(_:)`` when there is no such version, or what the decoder throws.
    public func entry(version: String) throws -> Entry {
        guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(version)/manifest.json") else {
            throw RegistryError.unknownVersion(version)
        }
        return try JSONDecoder().decode(Entry.self, from: bytes)
    }

    /// The newest version whose model has this digest, or nil when none has: as of a verdict of some time ago. The model
    /// in the program is no version of the folder.
    public func version(digest: String) throws -> String? {
        for version in try versions().reversed() where try entry(version: version).digest == digest {
            return version
        }
        return nil
    }

    /// The version behind the newest one: the last number counted on.
    public func nextVersion(after first: String) throws -> String {
        var numbers = Self.numbers(try versions().last ?? first)
        guard let last = numbers.popLast() else { return first }
        return (numbers + [last + 1]).map(String.init).joined(separator: ".")
    }

    private static func numbers(_ version: String) -> [Int] {
        version.split(separator: ".").map { Int($0) ?? 0 }
    }

    /// Writes a new version. It is whole on the disk when this returns, and not in use.
    ///
    /// - Throws: When the version exists already, or cannot be written.
    public func add(_ model: [UInt8], entry: Entry) throws {
        let target = "\(folder)/\(entry.version)"
        guard !FileManager.default.fileExists(atPath: target) else {
            throw RegistryError.versionExists(entry.version)
        }
        let draft = "\(folder)/.draft-\(entry.version)-\(getpid())"
        try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: true)
        try Self.writeSynced(model, to: "\(draft)/\(taxonomy).ilk")
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        try Self.writeSynced(Array(try encoder.encode(entry)) + [0x0A], to: "\(draft)/manifest.json")
        try Self.sync(folder: draft)
        guard rename(draft, target) == 0 else { throw RegistryError.cannotWrite(target, errno) }
        try Self.sync(folder: folder)
    }

    /// Makes a version the one in use. Survives being killed at any moment: it is either done or not.
    public func promote(_ version: String) throws {
        guard FileManager.default.fileExists(atPath: path(version: version)) else {
            throw RegistryError.unknownVersion(version)
        }
        let draft = "\(folder)/.active-\(getpid())"
        try Self.writeSynced(Array((version + "\n").utf8), to: draft)
        guard rename(draft, folder + "/active") == 0 else {
            throw RegistryError.cannotWrite(folder + "/active", errno)
        }
        try Self.sync(folder: folder)
    }

    private static func writeSynced(_ bytes: [UInt8], to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw RegistryError.cannotWrite(path, errno) }
        defer { close(file) }
        var offset = 0
        while offset < bytes.count {
            let written = bytes.withUnsafeBytes {
                write(file, $0.baseAddress?.advanced(by: offset), bytes.count - offset)
            }
            if written < 0 {
                if errno == EINTR { continue }
                throw RegistryError.cannotWrite(path, errno)
            }
            offset += written
        }
        guard fsync(file) == 0 else { throw RegistryError.cannotWrite(path, errno) }
    }

    private static func sync(folder: String) throws {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw RegistryError.cannotWrite(folder, errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw RegistryError.cannotWrite(folder, errno) }
    }
}

/// What can go wrong with the models of a machine.
public enum RegistryError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A version is never overwritten.
    case versionExists(String)
    /// There is no such version.
    case unknownVersion(String)
    /// The system refused; the number is `errno`.
    case cannotWrite(String, Int32)

    /// One line for people.
    public var description: String {
        switch self {
        case .versionExists(let version): "version \(version) exists already; versions are never overwritten"
        case .unknownVersion(let version): "there is no version \(version)"
        case .cannotWrite(let path, let code): "cannot write \(path): \(String(cString: strerror(code)))"
        }
    }
}
