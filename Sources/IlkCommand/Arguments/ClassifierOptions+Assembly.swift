import Ilk

extension ClassifierOptions {
    /// The rules and the model that the options name.
    ///
    /// - Parameters:
    ///   - folders: Where the active model is looked for when none is named.
    ///   - threshold: Below this probability no category is claimed.
    func assembly(folders: IlkFolders, threshold: Double = 0.5) -> PipelineAssembly {
        PipelineAssembly(
            deciding: decidingAlone, rules: ruleSource, model: model.map { .file($0) } ?? .active,
            threshold: threshold, folders: folders)
    }

    private var decidingAlone: PipelineAssembly.Deciding {
        switch classifier {
        case .fused: .fused
        case .bayes: .bayes
        case .rules: .rules
        }
    }

    private var ruleSource: PipelineAssembly.Rules {
        switch rules {
        case nil: .builtIn
        case .some(.none): .none
        case .some(.folder(let path)): .folder(path)
        }
    }
}
