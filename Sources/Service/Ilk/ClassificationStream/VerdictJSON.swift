import IlkFraming
package import IlkPipeline
package import IlkVocabulary

/// Writes verdicts of a pipeline as one-line JSON, the value of the field `classification`.
///
/// The constant parts are encoded once for each pipeline, so writing a verdict without evidence allocates no
/// memory in the steady state.
package struct VerdictJSON {
    /// The JSON of the last verdict.
    package private(set) var bytes: [UInt8] = []

    private let constants: Constants
    private var taxonomy: Taxonomy { constants.taxonomy }
    private var names: [[UInt8]] { constants.names }

    /// The parts that are the same in all verdicts of a pipeline.
    private final class Constants: Sendable {
        let taxonomy: Taxonomy
        /// `"email"` for each label.
        let names: [[UInt8]]
        /// The text from the end of the scores to the end of the provenance.
        let provenance: [UInt8]

        init(_ pipeline: Pipeline) {
            taxonomy = pipeline.taxonomy
            names = taxonomy.categories.map { VerdictJSON.quoted($0.rawValue) }
            let origin = pipeline.classifier.provenance
            var provenance = Array(#"},"classifier":"#.utf8) + VerdictJSON.quoted(origin.classifier)
            for (name, digest) in [("model", origin.modelDigest), ("rules", origin.ruleSetDigest)] {
                guard let digest else { continue }
                provenance += Array(",\"\(name)\":".utf8)
                provenance += VerdictJSON.quoted(String(digest.prefix(VerdictJSON.digestLength)))
            }
            self.provenance = provenance
        }
    }

    package init(_ pipeline: Pipeline) { constants = pipeline.derived(Constants.init) }

    /// The number of digits of a digest that are shown.
    package static let digestLength = 12

    /// Writes a verdict, including its evidence if it has any.
    ///
    /// - Parameters:
    ///   - verdict: The verdict.
    ///   - entry: The id of the text's log entry, or `nil` if the text is not logged.
    ///   - components: The verdicts of rules and model alone, or `nil` to omit them.
    ///   - top: The number of scores, the highest first, or `nil` for all in the order of the taxonomy.
    package mutating func write(
        _ verdict: Verdict, loggedAs entry: RecordID? = nil, components: ComponentSession.Verdicts? = nil,
        top: Int? = nil
    ) {
        bytes.removeAll(keepingCapacity: true)
        bytes.append(UInt8(ascii: "{"))
        appendOutcome(verdict)
        if let categories = verdict.categories { appendCategories(categories) }
        bytes.append(contentsOf: #","scores":{"#.utf8)
        if let top {
            append(verdict.probabilities, at: Self.highest(top, of: verdict.probabilities))
        } else {
            append(verdict.probabilities, at: names.indices)
        }
        bytes.append(contentsOf: constants.provenance)
        if let entry {
            bytes.append(contentsOf: #","entry":"#.utf8)
            appendName(entry.description)
        }
        if !verdict.flags.isEmpty { appendFlags(verdict.flags) }
        if let components { append(components) }
        if !verdict.evidence.isEmpty { appendEvidence(verdict) }
        bytes.append(UInt8(ascii: "}"))
    }

    /// Returns the indexes of the highest probabilities; ties are in the order of the taxonomy.
    private static func highest(_ count: Int, of probabilities: [Double]) -> ArraySlice<Int> {
        probabilities.indices.sorted { (probabilities[$1], $0) < (probabilities[$0], $1) }.prefix(count)
    }

    private mutating func append(_ numbers: [Double], at indexes: some Collection<Int>) {
        for (place, index) in indexes.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(contentsOf: names[index])
            bytes.append(UInt8(ascii: ":"))
            JSONNumber.append(numbers[index], to: &bytes)
        }
    }

    private mutating func appendCategories(_ categories: [Category]) {
        bytes.append(contentsOf: #","categories":["#.utf8)
        for (place, category) in categories.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(contentsOf: Self.quoted(category.rawValue))
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Appends the predicted category and its probability. For an abstention, appends its reason, and the
    /// most probable category as `guess`.
    private mutating func appendOutcome(_ verdict: Verdict) {
        if let abstention = verdict.abstention {
            bytes.append(contentsOf: #""category":null,"abstention":"#.utf8)
            appendName(abstention.rawValue)
            bytes.append(contentsOf: #","guess":{"#.utf8)
        }
        bytes.append(contentsOf: #""category":"#.utf8)
        bytes.append(contentsOf: names[taxonomy.index(of: verdict.category) ?? 0])
        bytes.append(contentsOf: #","probability":"#.utf8)
        JSONNumber.append(verdict.probability, to: &bytes)
        if verdict.abstention != nil { bytes.append(UInt8(ascii: "}")) }
    }

    private mutating func append(_ components: ComponentSession.Verdicts) {
        bytes.append(contentsOf: #","components":{"#.utf8)
        for (index, part) in components.named.enumerated() {
            bytes.append(contentsOf: "\(index > 0 ? "," : "")\"\(part.name)\":{".utf8)
            appendOutcome(part.verdict)
            bytes.append(UInt8(ascii: "}"))
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func appendFlags(_ flags: [Verdict.Flag]) {
        bytes.append(contentsOf: #","flags":["#.utf8)
        for (index, flag) in flags.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            appendName(flag.rawValue)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Appends a known identifier, which needs no escaping.
    private mutating func appendName(_ name: String) {
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: name.utf8)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func appendEvidence(_ verdict: Verdict) {
        bytes.append(contentsOf: #","evidence":["#.utf8)
        let category = taxonomy.index(of: verdict.category) ?? 0
        for (index, evidence) in verdict.evidence.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(contentsOf: #"{"type":"#.utf8)
            appendName(evidence.type.rawValue)
            bytes.append(contentsOf: #","id":"#.utf8)
            bytes.append(contentsOf: Self.quoted(evidence.id))
            bytes.append(contentsOf: #","phrase":"#.utf8)
            bytes.append(contentsOf: Self.quoted(evidence.phrase))
            bytes.append(contentsOf: #","support":"#.utf8)
            JSONNumber.append(evidence.support(forCategoryAt: category), to: &bytes)
            bytes.append(contentsOf: #","spans":["#.utf8)
            for (place, span) in evidence.spans.enumerated() {
                bytes.append(
                    contentsOf: "\(place > 0 ? "," : "")[\(span.lowerBound),\(span.upperBound)]".utf8)
            }
            bytes.append(contentsOf: #"],"weights":{"#.utf8)
            append(evidence.weights, at: names.indices)
            bytes.append(contentsOf: "}}".utf8)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private static func quoted(_ text: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.string(text)
        return writer.bytes
    }
}
