package import IlkVocabulary

/// The part of a manifest that records a reached time limit. The model with this manifest is the best model
/// that the training found before the limit.
public struct TimeLimitMark: Sendable, Hashable, Codable {
    /// A part of a training that was not completed.
    public enum Part: String, Sendable, Hashable, Codable, CaseIterable {
        /// The search for settings.
        case search
        /// The fit of the weights to all texts.
        case fit
        /// The comparison of a Bayes model with a linear model.
        case comparison

        /// The description of the part in messages and model cards.
        fileprivate var phrase: String {
            switch self {
            case .search: "the search for settings"
            case .fit: "the fit of the weights"
            case .comparison: "the comparison of the kinds"
            }
        }
    }

    /// The time limit in seconds.
    public var seconds: Double
    /// The parts that were not completed.
    public var parts: [Part]

    /// Creates the record of a reached time limit. Returns `nil` if `parts` is empty, because the training
    /// was then completed.
    ///
    /// - Parameters:
    ///   - seconds: The time limit in seconds.
    ///   - parts: The parts that were not completed.
    package init?(seconds: Double, parts: [Part]) {
        guard !parts.isEmpty else { return nil }
        (self.seconds, self.parts) = (seconds, parts)
    }

    /// The description of the reached time limit in messages and model cards.
    package var phrase: String {
        let limit = seconds == seconds.rounded() && seconds < 1e9 ? "\(Int(seconds))" : "\(seconds)"
        return "stopped by its time limit of \(limit) s during "
            + parts.map(\.phrase).joined(separator: " and ")
            + ". The model is the best one found so far. Another training can give another model"
    }

    /// The maximum number of bytes that ``added(to:)`` adds to a file.
    package static let size = 640

    /// Returns the bytes of a model file with this time limit added to its manifest and its card.
    ///
    /// - Parameter file: The bytes of a model file.
    /// - Throws: ``FormatError`` if the bytes are not a model.
    /// - Complexity: O(*n*) in the number of bytes.
    package func added(to file: [UInt8]) throws(FormatError) -> [UInt8] {
        let model = try ModelReader.read(ModelStorage(copying: file))
        let marked = try ModelFile.adding(.manifest, manifest(of: model), to: file)
        guard let card = model.card else { return marked }
        return try ModelCard.added(card + "\nTraining was \(phrase).\n", to: marked)
    }

    private func manifest(of model: some TextModel) throws(FormatError) -> [UInt8] {
        var manifest = model.manifest
        manifest.timeLimit = self
        return try manifest.encoded()
    }
}
