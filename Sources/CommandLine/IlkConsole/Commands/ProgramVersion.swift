/// The version of Ilk. It is the newest one in `CHANGELOG.md`.
package enum ProgramVersion {
    /// The version number, which follows Semantic Versioning.
    package static let current = "0.1.0"
}
