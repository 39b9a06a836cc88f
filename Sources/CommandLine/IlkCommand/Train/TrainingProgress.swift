import IlkConsole

/// The progress of a training: a bar while texts are counted, and the name of the phase in phases whose end
/// is unknown.
struct TrainingProgress {
    /// A phase of a training.
    enum Phase: Equatable {
        /// Learns common character sequences, before the texts are counted.
        case familiarity
        case counting(Int)
        /// Searches for settings, fits the model and writes the file.
        case fitting
        /// Fits models of several types. The phases of these fits are not shown separately.
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

    /// The number of texts after which a training reports its progress.
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

    /// Returns the phase for a progress report.
    ///
    /// - Parameter texts: The number of counted texts, or `nil` if it is unknown. In the phases before and
    ///   after counting, this is the number of all texts.
    mutating func phase(_ texts: Int?) -> Phase {
        guard let texts else { return .choosing }
        guard texts >= total else {
            hasCounted = true
            return .counting(texts)
        }
        return hasCounted ? .fitting : .familiarity
    }

    /// Shows the progress after a report, and throws if a stop was requested.
    mutating func show(_ texts: Int?) throws(CommandError) {
        let phase = phase(texts)
        if let name = phase.name { return try line.show(phase: name) }
        if case .counting(let texts) = phase { try line.show(texts) }
    }

    func erase() { line.erase() }
}
