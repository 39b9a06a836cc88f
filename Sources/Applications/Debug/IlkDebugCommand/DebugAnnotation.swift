public import IlkFiles
public import Ilk
public import IlkDebug
public import IlkDebugStore
import IlkPipeline
import IlkVocabulary

/// Says how grave events are of which nobody said, by their words, with what spoke for it.
public struct DebugAnnotation: Sendable {
    /// How probable a level must be to be suggested.
    public static let threshold = 0.5

    private let pipeline: @Sendable () -> Pipeline

    /// Annotation by the user's severity model, and by the rules alone where there is none.
    ///
    /// - Throws: ``IlkError``, `PipelineError` when rules or model cannot be loaded.
    public init(folders: IlkFolders) throws {
        let pipeline = try Self.assembly(folders: folders).pipeline()
        self.pipeline = { pipeline }
    }

    /// Annotation by a pipeline of ``assembly(folders:)`` that may change while the program runs.
    public init(_ reloadable: ReloadablePipeline) {
        pipeline = { reloadable.current }
    }

    /// What levels are suggested by.
    public static func assembly(folders: IlkFolders) -> PipelineAssembly {
        PipelineAssembly(
            taxonomy: .severity, thresholds: ClaimThresholds(threshold), folders: folders)
    }

    /// Suggests a level for each entry that has none.
    ///
    /// - Returns: As many as there are entries; nil for one that has a level, and where nothing can be said.
    /// - Throws: `PipelineError`.
    public func suggestions(for entries: [DebugLogEntry]) throws -> [DebugSuggestedLevel?] {
        guard entries.contains(where: { $0.level == nil }) else { return entries.map { _ in nil } }
        let session = try pipeline().makeSession()
        return entries.map { entry in
            guard entry.level == nil else { return nil }
            let text = entry.text
            return DebugSuggestedLevel(session.classify(text, receipts: true), of: text)
        }
    }
}
