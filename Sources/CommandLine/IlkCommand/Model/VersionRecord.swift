import IlkFiles
import Ilk
import IlkConsole
import IlkLearning
import IlkModels
import IlkPipeline

/// A version as programs read it; or that no model is in use, which has a name and no manifest.
struct VersionRecord {
    var version: String
    var isInUse: Bool
    /// What it says of itself; missing when that cannot be read.
    var manifest: VersionManifest?
    /// Why it cannot; missing when it can.
    var problem: String?
    /// What was done with it, the oldest first.
    var history: [RegistryRecord]

    /// A version of a registry.
    init(_ version: String, in registry: ModelRegistry) throws(RegistryError) {
        self.version = version
        isInUse = try registry.state() == version
        history = try registry.history().filter { $0.version == version || $0.before == version }
        guard version != ModelRegistry.none else { return }
        do throws(RegistryError) {
            manifest = try registry.manifest(version: version)
        } catch {
            problem = error.description
        }
    }

    /// All versions of a registry, the newest first, the one in the program behind them. Last that none is in use, where
    /// that is so, and where there is no model in the program but another one.
    static func all(in registry: ModelRegistry) throws(RegistryError) -> [VersionRecord] {
        var records: [VersionRecord] = []
        var names = try registry.versions().reversed() + (registry.hasBuiltIn ? [ModelRegistry.builtIn] : [])
        let choice = try registry.activeVersion()
        if choice == ModelRegistry.none || !registry.hasBuiltIn && !names.isEmpty {
            names.append(ModelRegistry.none)
        }
        for name in names { records.append(try VersionRecord(name, in: registry)) }
        return records
    }

    /// The share that it is right about together with the rules, or alone where it was measured without any.
    var accuracy: Double? {
        let figures = manifest?.figures ?? []
        return (figures.first { $0.classifier == "fused" } ?? figures.last)?.accuracy
    }

    /// The manifest's own members, and the others beside them.
    var fields: JSONObject {
        JSONObject(
            manifest,
            with: ["version": version, "isInUse": isInUse, "problem": problem, "history": history])
    }
}

extension ModelRegistry {
    /// Reads the model of a version, for a command that looks into it.
    func model(_ version: String) throws -> any TextModel {
        guard version != Self.builtIn else { return try BuiltIn.model() }
        return try MappedModel.load(try checkedPath(version: version))
    }
}
