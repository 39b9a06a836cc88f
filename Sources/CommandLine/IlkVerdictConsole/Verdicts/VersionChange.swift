package import IlkLearning

/// A change of what is in use, as a sentence.
package enum VersionChange {
    /// What is in use now, and how to go back.
    package static func sentence(_ record: RegistryRecord, taxonomy: String) -> String {
        let now = "\(subject(record.version)) is in use now"
        guard let before = record.before else { return now }
        return "\(now), \(before) was before; go back with: ilk model rollback\(option(taxonomy))"
    }

    /// A version as the subject of a sentence.
    package static func subject(_ version: String) -> String {
        version == ModelRegistry.none ? "no model (the rules alone decide)" : "version \(version)"
    }

    /// The option that names a taxonomy, with a space before it; nothing for the usual one.
    package static func option(_ taxonomy: String) -> String {
        taxonomy == "doctype" ? "" : " --taxonomy \(taxonomy)"
    }
}
