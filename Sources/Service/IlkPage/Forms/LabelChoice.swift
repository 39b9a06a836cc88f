import IlkFraming
import IlkHTTP

/// The labels of a taxonomy to choose from: a button for each label, or, if texts can have several labels,
/// checkboxes and one button.
struct LabelChoice {
    struct Label {
        let name: String
        let percent: String
        let isPredicted: Bool
        /// The digit key that chooses the label. `nil` after the ninth label, or if ``hasKeys`` is `false`.
        let digit: Int?
    }

    /// The maximum number of labels that a page offers.
    static let maximum = 60

    let labels: [Label]
    /// `true` if texts can have several labels.
    let isMultilabel: Bool
    /// `true` if the digit keys 1 to 9 choose labels.
    let hasKeys: Bool

    /// - Parameters:
    ///   - set: The labels.
    ///   - scores: The probabilities by label.
    ///   - predicted: The predicted labels, which are marked.
    ///   - hasKeys: `true` if the digit keys 1 to 9 choose labels.
    init(_ set: PageLabels, scores: JSONTree? = nil, predicted: [String] = [], hasKeys: Bool = false) {
        isMultilabel = set.isMultilabel
        self.hasKeys = hasKeys
        labels = set.names.prefix(Self.maximum).enumerated().map { place, name in
            Label(
                name: name, percent: (scores?[name]?.double).map(PageText.percent) ?? "",
                isPredicted: predicted.contains(name), digit: hasKeys && place < 9 ? place + 1 : nil)
        }
    }

    /// Returns the labels that were chosen in a form, or `nil` if the form withdraws a correction.
    static func chosen(_ fields: FormFields) -> [String]? {
        if fields["withdraw"] != nil { return nil }
        if fields["several"] != nil { return fields.all("label") }
        return fields["category"].map { [$0] }
    }

    /// Returns the body of a correction request for a form.
    static func correction(_ fields: FormFields) -> [UInt8] {
        Visit.object { writer in
            if fields["withdraw"] != nil {
                writer.field("withdraw", true)
            } else if fields["several"] != nil {
                writer.key("categories")
                writer.beginArray()
                for label in fields.all("label") { writer.string(label) }
                writer.endArray()
            } else {
                writer.field("category", fields["category"] ?? "")
            }
            writer.field("source", "human")
        }
    }

    /// Returns labels as a text, such as `invoice, letter` or `no label`.
    static func text(_ labels: [String]) -> String {
        labels.isEmpty ? "no label" : labels.joined(separator: ", ")
    }
}

/// The labels of a taxonomy that are not retired.
struct PageLabels {
    var names: [String] = []
    var isMultilabel = false
}

extension Visit {
    /// Returns the labels of a taxonomy that are not retired, or none for an unknown taxonomy.
    func labels(_ taxonomy: String) async throws -> PageLabels {
        guard case .success(let json) = try await find("/v1" + PagePath.path("taxonomies", taxonomy)) else {
            return PageLabels()
        }
        let used = (json["labels"]?.elements ?? []).filter { $0["isRetired"]?.bool != true }
        return PageLabels(
            names: used.compactMap { $0["key"]?.string }, isMultilabel: json["multilabel"]?.bool ?? false)
    }
}
