/// Which version of Ilk this is: the newest in `CHANGELOG.md`.
enum ProgramVersion {
    /// By semantic versioning.
    static let current = "0.1.0"
}
