package import IlkPipeline

/// A pipeline, or one whose rules and model can be replaced while it works.
package enum PipelineSource: Sendable {
    case fixed(Pipeline)
    case reloadable(ReloadablePipeline)

    /// The current snapshot.
    package var current: Pipeline {
        switch self {
        case .fixed(let pipeline): pipeline
        case .reloadable(let pipeline): pipeline.current
        }
    }
}
