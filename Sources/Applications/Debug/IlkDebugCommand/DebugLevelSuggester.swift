public import IlkFiles
public import Ilk
public import IlkDebug
public import IlkDebugStore
import IlkPipeline
import IlkVocabulary

/// Suggests levels for events without a level, from their texts, with evidence.
public struct DebugLevelSuggester: Sendable {
    /// The minimum probability of a suggestion.
    public static let threshold = 0.5

    private let pipeline: @Sendable () -> Pipeline

    /// Creates an annotation with the active severity model or, if there is none, with the rules only.
    ///
    /// - Parameter folders: The directories of models and rules.
    /// - Throws: ``IlkError`` or `PipelineError` if rules or model cannot be loaded.
    public init(folders: IlkFolders) throws {
        let pipeline = try Self.assembly(folders: folders).pipeline()
        self.pipeline = { pipeline }
    }

    /// Creates an annotation with a pipeline that may be replaced while the program runs.
    ///
    /// - Parameter reloadable: A pipeline of ``assembly(folders:)``.
    public init(_ reloadable: ReloadablePipeline) {
        pipeline = { reloadable.current }
    }

    /// Returns the configuration of the pipeline that suggests levels.
    ///
    /// - Parameter folders: The directories of models and rules.
    public static func assembly(folders: IlkFolders) -> PipelineAssembly {
        PipelineAssembly(
            taxonomy: .severity, thresholds: PredictionThresholds(threshold), folders: folders)
    }

    /// Suggests a level for each entry without a level.
    ///
    /// - Parameter entries: The entries.
    /// - Returns: An element for each entry, in order. It is `nil` for entries that have a level and for
    ///   abstentions.
    /// - Throws: `PipelineError`.
    /// - Complexity: O(*n*) in the total length of the texts.
    public func suggestions(for entries: [DebugLogEntry]) throws -> [DebugSuggestedLevel?] {
        guard entries.contains(where: { $0.level == nil }) else { return entries.map { _ in nil } }
        let session = try pipeline().makeSession()
        return entries.map { entry in
            guard entry.level == nil else { return nil }
            let text = entry.text
            return DebugSuggestedLevel(session.classify(text, explaining: true), of: text)
        }
    }
}
