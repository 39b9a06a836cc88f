/// The version of Ilk. It is the newest version in `CHANGELOG.md`.
package enum ProgramVersion {
    /// The version number, which follows Semantic Versioning.
    package static let current = "0.1.0"
}
