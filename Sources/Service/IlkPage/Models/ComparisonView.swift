import IlkFraming
import IlkHTTP

/// The texts to which two versions give different labels.
struct ComparisonView {
    struct Difference {
        let before: String
        let after: String
        let texts: Int
    }

    struct Flip {
        let path: String
        let text: String
        let before: String
        let after: String
        let label: String
    }

    private static let maximumFlips = 200

    let taxonomy: String
    let champion: String
    let challenger: String
    let summary: String
    let pairs: [Difference]
    let flips: [Flip]

    init(_ json: JSONTree, taxonomy: String) {
        self.taxonomy = taxonomy
        champion = json["champion"]?.string ?? ""
        challenger = json["challenger"]?.string ?? ""
        pairs = (json["pairs"]?.elements ?? []).map { pair in
            Difference(
                before: pair["before"]?.string ?? "no label", after: pair["after"]?.string ?? "no label",
                texts: pair["texts"]?.integer ?? 0)
        }
        let different = pairs.reduce(0) { $0 + $1.texts }
        let texts = PageText.counted(json["texts"]?.integer ?? 0, "logged text")
        summary =
            "Of the newest \(texts), \(different) get different labels from version \(challenger) "
            + "and from \(champion)."
        flips = (json["flips"]?.elements ?? []).prefix(Self.maximumFlips).map { flip in
            Flip(
                path: "/ui" + PagePath.path("log", taxonomy, flip["place"]?.string ?? ""),
                text: PageText.cut(flip["text"]?.string ?? "", to: 300),
                before: flip["before"]?.string ?? "no label", after: flip["after"]?.string ?? "no label",
                label: flip["label"]?.string ?? "")
        }
    }
}
