import IlkLearning

/// A version as programs read it.
struct VersionRecord: Encodable {
    var version: String
    var isInUse: Bool
    /// What it says of itself; missing when that cannot be read.
    var manifest: VersionManifest?
    /// Why it cannot; missing when it can.
    var problem: String?
    /// What was done with it, the oldest first.
    var history: [RegistryRecord]

    private enum Key: String, CodingKey {
        case version, isInUse, problem, history
    }

    /// A version of a registry.
    init(_ version: String, in registry: ModelRegistry) throws(RegistryError) {
        self.version = version
        isInUse = try registry.versionInUse() == version
        history = try registry.history().filter { $0.version == version || $0.before == version }
        do throws(RegistryError) {
            manifest = try registry.manifest(version: version)
        } catch {
            problem = error.description
        }
    }

    /// All versions of a registry, the newest first, the one in the program last.
    static func all(in registry: ModelRegistry) throws(RegistryError) -> [VersionRecord] {
        var records: [VersionRecord] = []
        let names = try registry.versions().reversed() + (registry.hasBuiltIn ? [ModelRegistry.builtIn] : [])
        for name in names { records.append(try VersionRecord(name, in: registry)) }
        return records
    }

    /// The share that it is right about together with the rules, or alone where it was measured without any.
    var accuracy: Double? {
        let figures = manifest?.figures ?? []
        return (figures.first { $0.classifier == "fused" } ?? figures.last)?.accuracy
    }

    /// The manifest's own members, and the others beside them.
    func encode(to encoder: any Encoder) throws {
        try manifest?.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(version, forKey: .version)
        try container.encode(isInUse, forKey: .isInUse)
        try container.encodeIfPresent(problem, forKey: .problem)
        try container.encode(history, forKey: .history)
    }
}
