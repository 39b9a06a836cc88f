import FoundationEssentials
import IlkModels
import IlkVocabulary

/// The card of a version, `CARD.md`: its manifest in a form for people.
enum VersionCard {
    static func text(_ manifest: VersionManifest) -> String {
        var lines = ["# \(manifest.taxonomy) \(manifest.version)", ""]
        lines += [
            "A \(manifest.kind ?? "model of unknown kind") model\(origin(manifest)), created \(manifest.created.formatted(.iso8601))\(manifest.by.map { " by \(oneLine($0))" } ?? "").",
            "",
        ]
        if let why = manifest.why { lines += ["Why: \(oneLine(why))", ""] }
        lines += ["The SHA-256 of its content is `\(manifest.digest)`.", ""]
        lines += texts(manifest) + retraining(manifest) + figures(manifest) + limits(manifest)
        return lines.joined(separator: "\n")
    }

    /// Returns the card of a built-in model. The program contains the model only, not its full card.
    ///
    /// - Parameters:
    ///   - manifest: The manifest that is derived from the model.
    ///   - number: The version of the model, the name of its folder in the project.
    static func builtIn(_ manifest: VersionManifest, _ number: String) -> String {
        let lines = [
            "# \(manifest.taxonomy) \(number)", "",
            "The \(manifest.kind ?? "model of unknown kind") model that the program contains.", "",
            "The SHA-256 of its content is `\(manifest.digest)`.", "", "## Texts", "",
        ]
        let place = "models/\(manifest.taxonomy)/\(number)/CARD.md"
        let end = [
            "The sources of the texts, the figures and the limitations are in `\(place)` of the source code.",
            "",
        ]
        return (lines + counts(manifest) + end).joined(separator: "\n")
    }

    private static func origin(_ manifest: VersionManifest) -> String {
        let baseVersions = manifest.baseVersions.map(\.version)
        return baseVersions.isEmpty ? "" : " fine-tuned from \(baseVersions.joined(separator: " and "))"
    }

    /// Returns the lines of a table with the number of training texts of each category.
    private static func counts(_ manifest: VersionManifest) -> [String] {
        guard let documents = manifest.documents else { return [] }
        let rows = documents.sorted { $0.key < $1.key }.map { "| \(oneLine($0.key)) | \($0.value) |" }
        return ["| category | texts |", "|---|---:|"] + rows + [""]
    }

    private static func texts(_ manifest: VersionManifest) -> [String] {
        var lines = ["## Texts", ""] + counts(manifest)
        for data in manifest.data ?? [] {
            let count = data.texts.map { ", \($0) texts" } ?? ""
            lines.append("- \(oneLine(data.name))\(count): SHA-256 `\(data.digest)`")
        }
        if manifest.data == nil { lines.append("The training texts are unknown.") }
        return lines + [""]
    }

    private static func retraining(_ manifest: VersionManifest) -> [String] {
        guard let trace = manifest.retraining else {
            return manifest.gate.map { ["## Retraining", ""] + samples($0) + [""] } ?? []
        }
        var lines = ["## Retraining", ""]
        lines.append(
            "Trained on \(trace.corrections) corrections, \(trace.agreed) texts on which rules agree, and \(trace.unlabeled) unlabeled texts."
        )
        if !trace.without.isEmpty {
            lines.append("Ignored: corrections by \(oneLine(trace.without.joined(separator: ", "))).")
        }
        lines.append("")
        return lines + (trace.gate.map(samples) ?? []) + [""]
    }

    private static func samples(_ gate: RetrainingGate) -> [String] {
        gate.samples.map { "- \(oneLine($0.name)): \($0.comparison.correctCounts) correct" }
            + (gate.gain.map { ["- Accuracy: \($0.line)"] } ?? [])
    }

    private static func figures(_ manifest: VersionManifest) -> [String] {
        guard let figures = manifest.figures, !figures.isEmpty, let set = manifest.measuredOn else {
            return ["## Figures", "", "Not measured.", ""]
        }
        var lines = [
            "## Figures", "", "Measured on \(oneLine(set.name)) (\(set.texts ?? figures[0].texts) texts):",
            "",
            "| | accuracy | macro-F1 | calibration error |", "|---|---:|---:|---:|",
        ]
        lines += figures.map {
            "| \($0.classifier) | \(decimal($0.accuracy)) | \(decimal($0.macroF1)) | \(decimal($0.calibrationError)) |"
        }
        lines += ["", "Accuracy by length:", ""]
        let lengths = figures[0].byLength
        lines.append("| |" + lengths.map { " \($0.name) (\($0.texts)) |" }.joined())
        lines.append("|---|" + lengths.map { _ in "---:|" }.joined())
        lines += figures.map { figure in
            "| \(figure.classifier) |" + figure.byLength.map { " \(decimal($0.accuracy)) |" }.joined()
        }
        return lines + [""] + ablation(figures)
    }

    /// Returns the lines of a table with the F1 of each label (row) and classifier (column). The table shows
    /// the contributions of the rules and of the model.
    private static func ablation(_ figures: [VersionFigures]) -> [String] {
        guard let labels = figures[0].byLabel, !labels.isEmpty,
            figures.allSatisfy({ $0.byLabel?.map(\.category) == labels.map(\.category) })
        else { return [] }
        var lines = ["F1 by category:", ""]
        lines.append("| category | texts |" + figures.map { " \($0.classifier) |" }.joined())
        lines.append("|---|---:|" + figures.map { _ in "---:|" }.joined())
        for (place, label) in labels.enumerated() {
            let cells = figures.compactMap { $0.byLabel.map { " \(decimal($0[place].f1)) |" } }
            lines.append("| \(oneLine(label.category)) | \(label.texts) |" + cells.joined())
        }
        return lines + [""]
    }

    private static func limits(_ manifest: VersionManifest) -> [String] {
        var lines = ["## Limitations", ""]
        if let mark = manifest.timeLimit { lines += ["Training was \(mark.phrase).", ""] }
        if manifest.kind == "linear" {
            lines.append("The model has no counts, so it cannot be fine-tuned or merged.")
        }
        lines += [
            "The model predicts only the categories above, and works best on texts like its training texts.",
            "Accuracy on texts from other sources is lower. Measure it on your own texts with `ilk eval`.",
            "",
        ]
        return lines
    }

    /// Replaces line breaks and `|` in names and reasons, because they would break the Markdown table or
    /// list.
    static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ").replacing("|", with: "/")
    }

    /// Formats a number with four decimals, such as `0.9123`.
    static func decimal(_ number: Double) -> String {
        let padded = Int((max(0, number) * 10_000).rounded()).zeroPadded(to: 5)
        return padded.dropLast(4) + "." + padded.suffix(4)
    }
}
