/// Which version of Ilk this is: the newest in `CHANGELOG.md`.
package enum ProgramVersion {
    /// By semantic versioning.
    package static let current = "0.1.0"
}
