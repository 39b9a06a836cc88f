package import IlkLearning

/// A change of the active version, as a sentence.
package enum VersionChange {
    /// Returns a sentence that names the active version and the command for a rollback.
    package static func sentence(_ record: RegistryRecord, taxonomy: String) -> String {
        let now = "\(subject(record.version)) is active now"
        guard let before = record.before else { return now }
        return "\(now) (before: \(before)); roll back with: ilk model rollback\(option(taxonomy))"
    }

    /// Returns a version as the subject of a sentence: `version NAME` or `no model (rules only)`.
    package static func subject(_ version: String) -> String {
        version == ModelRegistry.none ? "no model (rules only)" : "version \(version)"
    }

    /// Returns the option for a taxonomy with a leading space; empty for the default taxonomy.
    package static func option(_ taxonomy: String) -> String {
        taxonomy == "doctype" ? "" : " --taxonomy \(taxonomy)"
    }
}
