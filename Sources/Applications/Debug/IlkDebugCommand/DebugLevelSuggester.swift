package import IlkFiles
package import Ilk
package import IlkDebug
package import IlkDebugStore
import IlkPipeline
import IlkVocabulary

/// Suggests levels for events without a level, from their texts, with evidence.
package struct DebugLevelSuggester: Sendable {
    /// The minimum probability of a suggestion.
    private static let threshold = 0.5

    private let pipeline: @Sendable () -> Pipeline

    /// Creates a suggester with the active severity model or, if there is none, with the rules only.
    ///
    /// - Throws: ``IlkError`` or `PipelineError` if rules or model cannot be loaded.
    package init(folders: IlkFolders) throws {
        let pipeline = try Self.assembly(folders: folders).pipeline()
        self.pipeline = { pipeline }
    }

    /// Creates a suggester with a pipeline of ``assembly(folders:)``, which may be replaced while the program
    /// runs.
    package init(_ reloadable: ReloadablePipeline) {
        pipeline = { reloadable.current }
    }

    /// Returns the configuration of the pipeline that suggests levels.
    package static func assembly(folders: IlkFolders) -> PipelineAssembly {
        PipelineAssembly(
            taxonomy: .severity, thresholds: PredictionThresholds(threshold), folders: folders)
    }

    /// Suggests a level for each entry without a level.
    ///
    /// - Returns: An element for each entry, in order. It is `nil` for entries that have a level and for
    ///   abstentions.
    /// - Throws: `PipelineError`.
    /// - Complexity: O(*n*) in the total length of the texts.
    package func suggestions(for entries: [DebugLogEntry]) throws -> [DebugSuggestedLevel?] {
        guard entries.contains(where: { $0.level == nil }) else { return entries.map { _ in nil } }
        let session = try pipeline().makeSession()
        return entries.map { entry in
            guard entry.level == nil else { return nil }
            let text = entry.text
            return DebugSuggestedLevel(session.classify(text, explaining: true), of: text)
        }
    }
}
