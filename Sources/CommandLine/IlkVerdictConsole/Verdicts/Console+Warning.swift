package import Ilk
package import IlkConsole

extension Console {
    /// Writes the warning about the model of a pipeline, if there is one.
    package func warn(of pipeline: ReloadablePipeline) {
        if let warning = pipeline.warning { note("warning: \(warning)") }
    }
}
