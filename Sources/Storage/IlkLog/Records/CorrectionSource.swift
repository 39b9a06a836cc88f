/// The origin of a correction.
public enum CorrectionSource: String, Sendable, Codable, CaseIterable {
    /// A user of this machine.
    case human
    /// A program that used the network API.
    case api
    /// An imported file of corrections.
    case `import`
    /// A random sample that was labeled to measure the classifier's accuracy.
    case audit
}
