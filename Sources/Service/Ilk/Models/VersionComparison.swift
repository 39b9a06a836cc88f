package import IlkFiles
package import IlkLearning
package import IlkLog
import IlkModels
import IlkPipeline
package import IlkVocabulary

/// A comparison of the champion and the challenger on the same texts.
package struct VersionComparison {
    private let names: (champion: String, challenger: String)
    private let contest: PipelineComparison
    /// The label set, whose labels both versions are mapped to, or `nil` if there is none.
    package let set: LabelSet?

    /// The number of log entries per read.
    private static let page = 500

    /// Loads both versions.
    ///
    /// - Parameters:
    ///   - champion: The version to compare with.
    ///   - challenger: The version that may replace the champion.
    ///   - isAlone: `true` if the models decide without rules.
    ///   - registry: The registry of the versions.
    ///   - folders: The user's folders.
    /// - Throws: ``IlkError``: `usage` if the versions are the same, or `configuration` if one of the
    ///   versions has none of the set's labels.
    package init(
        _ champion: String, _ challenger: String, isAlone: Bool, in registry: ModelRegistry,
        _ folders: IlkFolders
    ) throws {
        names = (try registry.find(champion), try registry.find(challenger))
        guard names.champion != names.challenger else {
            throw IlkError(
                .usage, "version \(names.champion) cannot be compared with itself",
                hint: "specify another version: --champion VERSION")
        }
        let set = try LabelSetCatalog(folders: folders).existing(registry.taxonomy)
        self.set = set
        try set?.requireOneLabel(for: "ilk model compare")
        func pipeline(_ name: String) throws -> Pipeline {
            let model = try registry.model(name)
            var assembly = PipelineAssembly(taxonomy: model.taxonomy, folders: folders)
            if let set { assembly.use(set) }
            if isAlone { assembly.rules = .none }
            return try assembly.pipeline(of: model)
        }
        contest = PipelineComparison(
            champion: try pipeline(names.champion), challenger: try pipeline(names.challenger))
    }

    /// Classifies texts with both versions.
    ///
    /// - Parameters:
    ///   - texts: The texts.
    ///   - progress: Called with the number of texts done. An error thrown here ends the comparison.
    package func differences(
        on texts: [ReplayedText], progress: (Int) throws -> Void
    ) throws -> VersionDifferences {
        VersionDifferences(
            names: names, outcome: try contest.run(on: texts, progress: progress), texts: texts)
    }

    /// Compares the logged verdicts of both versions. Texts with a verdict of only one version are ignored.
    ///
    /// - Parameters:
    ///   - store: The log.
    ///   - check: Called after each page of entries. An error thrown here ends the comparison.
    /// - Throws: ``IlkError`` if no text has verdicts of both versions; errors of reading the log, and the
    ///   errors of `check`.
    package func differences(
        answeredIn store: ClassificationLogStore, _ check: () throws -> Void
    ) async throws -> VersionDifferences {
        guard let champion = contest.champion.classifier.provenance.modelDigest,
            let challenger = contest.challenger.classifier.provenance.modelDigest
        else {
            throw IlkError(
                .badData, "there are no texts to compare: a version without a model has no logged verdicts")
        }
        var outcome = PipelineComparison.Outcome()
        var texts: [ReplayedText] = []
        var last: RecordID?
        while true {
            let page = try await store.answers(ofModel: challenger, after: last, limit: Self.page)
            guard let end = page.last else { break }
            last = end.entry.id
            for (entry, answer) in page {
                guard let verdict = entry.verdict, verdict.provenance.modelDigest == champion else {
                    continue
                }
                let ahead = Category(entry.log.category)
                outcome.add(
                    PipelineComparison.Prediction(
                        mostProbable: ahead, prediction: verdict.abstention == nil ? ahead : nil,
                        probability: verdict.probability),
                    PipelineComparison.Prediction(
                        mostProbable: answer.category, prediction: answer.prediction,
                        probability: answer.probability),
                    label: entry.correctedCategory)
                texts.append(
                    ReplayedText(
                        text: entry.log.text, category: entry.correctedCategory, place: entry.shortID))
            }
            try check()
        }
        guard !texts.isEmpty else {
            throw IlkError(
                .badData, "no logged text has verdicts of both \(names.champion) and \(names.challenger)",
                hint: "log both with: ilk classify --log --challenger \(names.challenger)")
        }
        return VersionDifferences(names: names, outcome: outcome, texts: texts)
    }
}
