import IlkFraming
import IlkHTTP

/// The logged texts whose verdicts a changed pack would change.
struct RuleDiffView {
    struct Flip {
        let path: String
        let text: String
        let before: String
        let after: String
        let label: String
        let rules: String
    }

    let summary: String
    let flips: [Flip]

    /// - Parameters:
    ///   - json: The comparison.
    ///   - taxonomy: The taxonomy of the log.
    init(_ json: JSONTree, taxonomy: String) {
        let all = json["summary"]
        func count(_ name: String) -> Int { all?[name]?.integer ?? 0 }
        let texts = PageText.counted(count("texts"), "logged text")
        summary =
            "Of the newest \(texts), \(count("flips")) would get another verdict. Of those with a human label, "
            + "\(count("toRight")) become correct and \(count("toWrong")) become wrong."
        flips = (json["flips"]?.elements ?? []).map { flip in
            Flip(
                path: "/ui" + PagePath.path("log", taxonomy, flip["place"]?.string ?? ""),
                text: PageText.cut(flip["text"]?.string ?? "", to: 300),
                before: Self.label(flip["before"]), after: Self.label(flip["after"]),
                label: flip["label"]?.string ?? "",
                rules: (flip["causes"]?.elements ?? []).compactMap { $0["rule"]?.string }
                    .joined(separator: ", "))
        }
    }

    private static func label(_ side: JSONTree?) -> String {
        guard let category = side?["category"]?.string else { return "no label" }
        return category + ((side?["probability"]?.double).map { " " + PageText.percent($0) } ?? "")
    }
}
