package import IlkFiles
package import Ilk
package import IlkDebug
package import IlkDebugStore
import IlkPipeline
import IlkVocabulary

/// Suggests levels, with evidence, for events without a level. The suggestions are based on the texts of the
/// events.
package struct DebugLevelSuggester: Sendable {
    /// The minimum probability of a suggestion.
    private static let threshold = 0.5

    private let pipeline: @Sendable () -> Pipeline

    /// Creates a suggester with the active severity model and the rules. If no model is active, the suggester
    /// uses the rules only.
    ///
    /// - Throws: ``IlkError`` or `PipelineError` if the rules or the model cannot be loaded.
    package init(folders: IlkFolders) throws {
        let pipeline = try Self.assembly(folders: folders).pipeline()
        self.pipeline = { pipeline }
    }

    /// Creates a suggester with a pipeline from ``assembly(folders:)``. The pipeline may be reloaded while
    /// the program runs.
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
    /// - Returns: An element for each entry, in order. The element is `nil` if the entry has a level or if
    ///   the pipeline abstains.
    /// - Throws: `PipelineError` if a text cannot be classified.
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
