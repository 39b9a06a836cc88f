package import IlkPipeline

/// A fixed pipeline, or one whose rules and model can be replaced.
package enum PipelineSource: Sendable {
    case fixed(Pipeline)
    case reloadable(ReloadablePipeline)

    package var current: Pipeline {
        switch self {
        case .fixed(let pipeline): pipeline
        case .reloadable(let pipeline): pipeline.current
        }
    }
}
