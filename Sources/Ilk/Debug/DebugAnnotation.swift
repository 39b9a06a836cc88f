public import IlkDebug
public import IlkDomains
import IlkPipeline
import IlkVocabulary

/// Says how grave events are of which nobody said, by their words, with what spoke for it.
public struct DebugAnnotation: Sendable {
    /// How probable a level must be to be suggested.
    public static let threshold = 0.5

    private let pipeline: Pipeline

    /// Annotation by the user's severity model, and by the rules alone where there is none.
    ///
    /// - Throws: ``IlkError``, `PipelineError` when rules or model cannot be loaded.
    public init(folders: IlkFolders) throws {
        pipeline = try PipelineAssembly(
            taxonomy: .severity, thresholds: ClaimThresholds(Self.threshold), folders: folders
        ).pipeline()
    }

    /// Suggests a level for each entry that has none.
    ///
    /// - Returns: As many as there are entries; nil for one that has a level, and where nothing can be said.
    /// - Throws: `PipelineError`.
    public func suggestions(for entries: [DebugLogEntry]) throws -> [DebugSuggestedLevel?] {
        guard entries.contains(where: { $0.level == nil }) else { return entries.map { _ in nil } }
        let session = try pipeline.makeSession()
        return entries.map { entry in
            guard entry.level == nil else { return nil }
            let text = entry.text
            let verdict = session.classify(text, receipts: true)
            guard let suggestion = VerdictSuggestion(verdict, of: text),
                let level = LogLevel(rawValue: suggestion.category.rawValue)
            else { return nil }
            return DebugSuggestedLevel(
                level: level, probability: suggestion.probability, evidence: suggestion.evidence,
                provenance: verdict.provenance)
        }
    }
}
