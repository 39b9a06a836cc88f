import IlkFraming
import IlkHTTP

/// The evidence of a verdict on a page.
struct ExplanationView {
    struct Table {
        struct Row {
            let phrase: String
            /// The name of a rule, or `nil`.
            let ruleName: String?
            let support: String
            /// The length of the bar, 0 to 100.
            let width: String
            let style: String
        }

        let rows: [Row]
        let more: Int?

        /// - Parameter evidence: The evidence, strongest first.
        /// - Returns: `nil` for no evidence.
        init?(_ evidence: [PageEvidence], strongest: Double) {
            guard !evidence.isEmpty else { return nil }
            rows = evidence.prefix(ExplanationView.maximumRows).map { item in
                let width = strongest > 0 ? abs(item.support) / strongest * 100 : 0
                return Row(
                    phrase: item.phrase, ruleName: item.isRule ? item.id : nil,
                    support: PageText.signed(item.support), width: ChartView.place(width),
                    style: item.support < 0 ? "less" : "part")
            }
            let rest = evidence.count - rows.count
            more = rest > 0 ? rest : nil
        }
    }

    static let maximumRows = 15

    let label: String
    let isMarked: Bool
    let parts: [MarkedText.Part]
    let isCut: Bool
    let shownBytes: Int
    /// The nearest other label, or `nil` in a multi-label taxonomy, whose labels do not exclude one another.
    let nearest: NearestLabel?
    // In a template, the name of a missing value means the value of an outer view with the same name.
    let correctionEvidence: Table?
    let ruleEvidence: Table?
    let modelEvidence: Table?

    /// - Parameters:
    ///   - text: The text.
    ///   - json: The verdict with its evidence.
    ///   - labels: The labels in the order of the weights.
    ///   - first: The most probable label, and the next one.
    init(_ text: String, _ json: JSONTree, labels: [String], first: [String]) {
        let indexes = first.compactMap { labels.firstIndex(of: $0) }
        let shown = indexes.first ?? 0
        let isMultilabel = json["categories"] != nil
        let evidence = (json["evidence"]?.elements ?? [])
            .map { PageEvidence($0, labels: labels, of: shown, isMultilabel: isMultilabel) }
            .sorted { abs($0.support) > abs($1.support) }
        let marked = MarkedText(text, evidence)
        (parts, isCut, shownBytes) = (marked.parts, marked.isCut, marked.shownBytes)
        isMarked = parts.contains { !$0.isPlain }
        label = first.first ?? ""
        nearest =
            indexes.count == 2 && !isMultilabel
            ? NearestLabel(evidence, from: shown, to: indexes[1], labels) : nil
        let human = evidence.filter(\.isCorrection)
        let other = evidence.filter { !$0.isCorrection && abs($0.support) >= 0.01 }
        // A correction outweighs all other evidence, whose bars would be too short to compare.
        let strongest = other.first.map { abs($0.support) } ?? 0
        correctionEvidence = Table(human, strongest: human.first.map { abs($0.support) } ?? 0)
        ruleEvidence = Table(other.filter(\.isRule), strongest: strongest)
        modelEvidence = Table(other.filter { !$0.isRule }, strongest: strongest)
    }
}
