import Ilk
import IlkConsole
import IlkLearning
import IlkVerdictConsole

/// Messages about a registered model.
enum RegistrationPhrases {
    /// Returns the messages about the taxonomy, the version, its figures and its activation.
    static func lines(of report: RegistrationReport) -> [String] {
        let (name, version) = (report.taxonomy, report.version)
        var lines: [String] = []
        if report.createdTaxonomy {
            lines.append("created the taxonomy \(name); see: ilk taxonomy show \(name)")
        }
        if !report.isNew { lines.append("this model is already version \(version) of \(name)") }
        lines += report.unlearned.map {
            "no text with the label '\($0)' has been learned yet: the model cannot predict it"
        }
        lines += report.measured.map { line($0, on: $0.texts) }
        let option = VersionChange.option(name)
        if let objection = report.objection {
            lines.append("version \(version) is a candidate: \(objection)")
            lines.append("activate it anyway with: ilk model promote \(version)\(option)")
        } else {
            lines += [report.change.map { VersionChange.sentence($0, taxonomy: name) }].compactMap(\.self)
            lines.append("classify with: ilk classify\(option)")
        }
        return lines
    }

    /// Returns the message about texts with retired labels.
    static func ignored(_ count: Int) -> String {
        "ignored \(DecimalText.counted(count, "text")) with retired labels"
    }

    /// Returns a sentence with the accuracy of a model and of the active version.
    static func line(_ measured: ModelMeasurement, on texts: String) -> String {
        func percent(_ evaluation: Evaluation) -> String {
            DecimalText.fixed(100 * evaluation.accuracy, 1) + " %"
        }
        let before = measured.active.map { " (active version: \(percent($0)))" } ?? ""
        let new = measured.new
        let micro = new.microF1.map { "micro-F1 \(DecimalText.fixed($0, 3)), " }
        return
            "\(micro.map { $0 + "exact-match " } ?? "")accuracy \(percent(new)) on \(DecimalText.grouped(new.count)) \(texts)\(before)"
    }
}
