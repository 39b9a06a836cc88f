import IlkFraming
import IlkHTTP

/// A verdict on a page: the label, and the probability of each label as a bar.
struct VerdictView {
    struct Score {
        let label: String
        let percent: String
        /// The length of the bar, 0 to 100.
        let width: String
        let isFirst: Bool
    }

    let label: String
    let percent: String
    let isAbstention: Bool
    let reason: String
    let guess: String
    /// The verdicts of the rules alone and of the model alone, in words. `nil` if the API did not return
    /// them.
    let components: String?
    let scores: [Score]

    /// - Parameter json: The verdict, with the probabilities in `scores`.
    init(_ json: JSONTree) {
        let abstention = json["abstention"]?.string
        let scores = json["scores"]?.pairs.map { ($0.name, $0.value.double ?? 0) } ?? []
        let sorted = scores.sorted { $0.1 > $1.1 }
        guess = json["guess"]?["category"]?.string ?? sorted.first?.0 ?? ""
        isAbstention = abstention != nil
        label = isAbstention ? "No label" : json.label ?? "No label"
        reason = abstention ?? ""
        percent = (json["probability"]?.double ?? sorted.first?.1).map(PageText.percent) ?? ""
        components = Self.components(json)
        self.scores = sorted.enumerated().map { place, score in
            Score(
                label: score.0, percent: PageText.percent(score.1),
                width: ChartView.place(min(max(score.1, 0), 1) * 100), isFirst: place == 0)
        }
    }

    /// The label with the highest probability, and the next one.
    var firstLabels: [String] { scores.prefix(2).map(\.label) }

    private static func components(_ json: JSONTree) -> String? {
        let parts = json["components"]?.pairs ?? []
        guard !parts.isEmpty else { return nil }
        return parts.map { name, verdict in
            guard let label = verdict["category"]?.string else { return "\(name) alone: no label" }
            return "\(name) alone: \(label), \(PageText.percent(verdict["probability"]?.double ?? 0))"
        }.joined(separator: "; ")
    }
}
