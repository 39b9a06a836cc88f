public import IlkVocabulary
import Yams

/// A reader of files with prediction costs, in YAML or JSON (`docs/explanation/evaluation.md`).
public struct PredictionCostReader {
    private var reader: YAMLNodeReader
    private let taxonomy: Taxonomy

    /// The result of reading a file.
    public struct Result: Sendable {
        /// The costs, or `nil` if the file has errors.
        public let costs: PredictionCosts?
        /// The problems in the file, in the order of lines and columns.
        public let diagnostics: [RuleDiagnostic]
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - source: The name and the bytes of the file.
    ///   - taxonomy: The labels that the file can name.
    /// - Returns: The costs, if the file has no errors, and the problems.
    /// - Complexity: O(*n*) in the size of the file.
    public static func read(_ source: RuleSource, taxonomy: Taxonomy) -> Result {
        var diagnostics = DiagnosticList()
        guard let text = PackLoader.open(source, as: Self.kind, &diagnostics),
            let document = PackLoader.compose(text, &diagnostics),
            document.isChecked || PackLoader.check(document.root, text, &diagnostics)
        else { return Result(costs: nil, diagnostics: diagnostics.sorted()) }
        var reader = PredictionCostReader(
            reader: YAMLNodeReader(source: text, diagnostics: diagnostics), taxonomy: taxonomy)
        let costs = reader.costs(document.root)
        let found = reader.reader.diagnostics
        return Result(costs: found.hasErrors ? nil : costs, diagnostics: found.sorted())
    }

    private static let keys = ["error", "errors", "abstain", "abstentions"]
    private static let kind = SourceKind(
        name: "a file of costs", keys: Set(keys), fewest: 1, isOfJSON: true,
        hint: "such a file begins with 'abstain', as in: abstain: 1")

    private mutating func costs(_ root: Node) -> PredictionCosts? {
        guard let fields = reader.fields(root, of: "a file of costs", known: Self.keys) else { return nil }
        guard let abstain = fields["abstain"] else {
            reader.missing(
                "abstain", in: "the file", at: SourcePosition(root.mark),
                hint: "set it to the cost of an abstention; a wrong prediction costs 1 by default")
            return nil
        }
        let error = fields["error"].flatMap { cost($0.value, "'error'") } ?? 1
        guard let abstention = cost(abstain.value, "'abstain'") else { return nil }
        var costs = PredictionCosts(taxonomy: taxonomy, error: error, abstention: abstention)
        for row in fields["errors"].flatMap({ reader.pairs($0.value, "'errors'") }) ?? [] {
            guard let actual = label(row.key) else { continue }
            for cell in reader.pairs(row.value, "the costs of '\(row.key.text)'") ?? [] {
                let what = "the cost of '\(cell.key.text)' for '\(row.key.text)'"
                guard let predicted = label(cell.key), let cost = cost(cell.value, what) else { continue }
                guard predicted != actual else {
                    reader.report(
                        .conflictingKeys, under: cell.key, "a correct prediction costs nothing",
                        hint: "remove '\(cell.key.text)' from the costs of '\(row.key.text)'")
                    continue
                }
                costs.set(cost, ofPredicting: predicted, for: actual)
            }
        }
        for pair in fields["abstentions"].flatMap({ reader.pairs($0.value, "'abstentions'") }) ?? [] {
            let what = "the cost of abstaining for '\(pair.key.text)'"
            guard let actual = label(pair.key), let cost = cost(pair.value, what) else { continue }
            costs.set(cost, ofAbstainingFor: actual)
        }
        return costs
    }

    private mutating func label(_ text: LocatedText) -> Int? {
        if let index = taxonomy.index(of: Category(text.text)) { return index }
        reader.report(
            .unknownLabel, under: text, "there is no label '\(text.text)'",
            hint: Suggestion.hint(
                for: text.text, among: taxonomy.categories.map(\.rawValue), listing: "the labels are"))
        return nil
    }

    private mutating func cost(_ node: Node, _ what: String) -> Double? {
        if case .scalar(let scalar) = node, scalar.style == .plain, let cost = Double(scalar.string),
            (0...PredictionCosts.greatest).contains(cost)
        {
            return cost
        }
        reader.wrongType(node, "\(what) must be a number from 0 to 1000000000")
        return nil
    }
}
