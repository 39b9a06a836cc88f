package import IlkLearning
package import IlkModels
import IlkPipeline
import IlkText
package import IlkVocabulary

/// The JSON record of a version. A record can also represent the state without an active model, which has a
/// name but no manifest.
package struct VersionRecord {
    package let version: String
    package let isActive: Bool
    /// The manifest, or `nil` if it cannot be read.
    package private(set) var manifest: VersionManifest?
    /// The reason why the manifest cannot be read, or `nil` if there was no error.
    package private(set) var problem: String?
    /// The changes that involve the version, oldest first.
    package let history: [RegistryRecord]

    package init(_ version: String, in registry: ModelRegistry) throws(RegistryError) {
        self.version = version
        isActive = try registry.activeVersionOrNone() == version
        history = try registry.history().filter { $0.version == version || $0.before == version }
        guard version != ModelRegistry.none else { return }
        do throws(RegistryError) {
            manifest = try registry.manifest(version: version)
        } catch {
            problem = error.description
        }
    }

    /// Returns all versions of a registry, newest first, followed by the built-in version. The list ends with
    /// an entry for "no model" if no model is active, or if there are versions but no built-in model.
    package static func all(in registry: ModelRegistry) throws(RegistryError) -> [VersionRecord] {
        var records: [VersionRecord] = []
        var names = try registry.versions().reversed() + (registry.hasBuiltIn ? [ModelRegistry.builtIn] : [])
        let choice = try registry.chosenVersion()
        if choice == ModelRegistry.none || !registry.hasBuiltIn && !names.isEmpty {
            names.append(ModelRegistry.none)
        }
        for name in names { records.append(try VersionRecord(name, in: registry)) }
        return records
    }

    /// The accuracy of the combined model and rules, or of the model alone if it was measured without rules.
    package var accuracy: Double? {
        let figures = manifest?.figures ?? []
        return (figures.first { $0.classifier == "fused" } ?? figures.last)?.accuracy
    }

    /// The warning that the model was trained with another tokenizer, or `nil` if there is no warning.
    package var warning: String? {
        (manifest?.tokenizer).flatMap { TextAnalyzer.warning(ofTokenizer: $0.digest, icu: $0.icu) }
    }

    /// The fields of the manifest and of this record.
    package var fields: JSONObject {
        JSONObject(
            manifest,
            with: [
                "version": version, "isActive": isActive, "problem": problem, "warning": warning,
                "history": history,
            ])
    }
}

extension ModelRegistry {
    /// Loads the model of a version for inspection.
    package func model(_ version: String) throws -> any TextModel {
        guard version != Self.builtIn else { return try builtInModel() }
        return try MappedModel.load(try checkedPath(version: version))
    }
}
