import Ilk
import IlkPipeline

extension ClassifierOptions {
    /// What the options ask for.
    ///
    /// - Parameters:
    ///   - threshold: Below this probability no category is claimed; nil for the usual one.
    ///   - folders: Where this user's files are.
    func assembly(threshold: Double? = nil, folders: IlkFolders) -> PipelineAssembly {
        var assembly = PipelineAssembly(folders: folders)
        switch classifier {
        case .fused: assembly.deciding = .fused
        case .bayes: assembly.deciding = .bayes
        case .linear: assembly.deciding = .linear
        case .rules: assembly.deciding = .rules
        }
        switch rules {
        case nil: assembly.rules = .builtIn
        case .some(.none): assembly.rules = .none
        case .folder(let path): assembly.rules = .folder(path)
        }
        if let model { assembly.model = .file(model) }
        if let threshold { assembly.threshold = threshold }
        return assembly
    }
}
