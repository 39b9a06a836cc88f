import IlkConsole

/// The progress of a training: a bar while texts are counted, and the name of the phase in phases whose end
/// is unknown.
struct TrainingProgress {
    /// The work that a training reports.
    enum Phase: Equatable {
        /// The table of familiar character sequences, before the texts are counted.
        case familiarity
        case counting(Int)
        /// The search for settings, the fit and the file.
        case fitting
        /// All phases, for several types of models.
        case choosing

        /// The name of the phase, or `nil` if a bar is shown instead.
        fileprivate var name: String? {
            switch self {
            case .familiarity: "learning character sequences"
            case .counting: nil
            case .fitting: "fitting the model"
            case .choosing: "choosing and fitting the model"
            }
        }
    }

    private let total: Int
    private var line: ProgressLine
    private var hasCounted: Bool

    /// The number of texts between two reports of a training.
    private static let block = 256

    /// Creates the progress of a training.
    ///
    /// - Parameters:
    ///   - texts: The number of training texts.
    ///   - console: The console to draw on.
    init(_ texts: Int, on console: Console) {
        total = texts
        line = ProgressLine("texts counted", total: texts, on: console)
        // Fewer texts are counted without a report.
        hasCounted = texts <= Self.block
    }

    /// Returns the phase of a report.
    ///
    /// - Parameter texts: The number of counted texts, or `nil` if it is unknown. Before and after the texts
    ///   are counted, the reported number is the number of all texts.
    mutating func phase(_ texts: Int?) -> Phase {
        guard let texts else { return .choosing }
        guard texts >= total else {
            hasCounted = true
            return .counting(texts)
        }
        return hasCounted ? .fitting : .familiarity
    }

    /// Shows a report, and throws if a stop was requested.
    mutating func show(_ texts: Int?) throws(CommandError) {
        let phase = phase(texts)
        if let name = phase.name { return try line.show(phase: name) }
        if case .counting(let texts) = phase { try line.show(texts) }
    }

    func erase() { line.erase() }
}
