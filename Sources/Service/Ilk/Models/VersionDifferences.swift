package import IlkLearning
package import IlkVocabulary

/// The verdicts that differ between two versions.
package struct VersionDifferences {
    package let names: (champion: String, challenger: String)
    /// The differences between the verdicts of both versions.
    package let outcome: PipelineComparison.Outcome
    /// The texts that both versions classified.
    package let texts: [ReplayedText]

    /// Returns the JSON fields of the differences.
    ///
    /// - Parameter showsTexts: `true` to include the texts.
    package func fields(showsTexts: Bool) -> JSONObject {
        [
            "champion": names.champion, "challenger": names.challenger, "texts": outcome.texts,
            "pairs": outcome.pairs.map { pair -> JSONObject in
                ["before": pair.before?.rawValue, "after": pair.after?.rawValue, "texts": pair.texts]
            },
            "flips": outcome.flips.map { flip -> JSONObject in
                let text = texts[flip.text]
                return [
                    "place": text.place, "label": text.category?.rawValue, "before": flip.before?.rawValue,
                    "after": flip.after?.rawValue, "probabilityBefore": flip.probabilityBefore,
                    "probabilityAfter": flip.probabilityAfter, "text": showsTexts ? text.text : nil,
                ]
            },
            "labeled": outcome.labeled.texts > 0 ? outcome.labeled : nil,
        ]
    }
}
