/// Where a correction came from.
public enum CorrectionSource: String, Sendable, Codable, CaseIterable {
    /// A person at this machine.
    case human
    /// A program that asked over the network.
    case api
    /// A file of corrections.
    case `import`
    /// A random sample that was looked at to measure the classifier.
    case audit
}
