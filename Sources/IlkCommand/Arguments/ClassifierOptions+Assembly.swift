import FoundationEssentials
import Ilk
import IlkLearning
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
        assembly.rules = ruleStack
        assembly.taxonomy = taxonomy?.taxonomy
        if let model { assembly.model = Self.model(model) }
        if let threshold { assembly.threshold = threshold }
        return assembly
    }

    /// The model that a name means: a file; else, when it is called as versions are, a version of the registry.
    static func model(_ name: String) -> PipelineAssembly.Model {
        let isVersion = name == "active" || ModelRegistry.isVersion(name)
        return isVersion && !FileManager.default.fileExists(atPath: name) ? .version(name) : .file(name)
    }

    /// The layers of rules that the options ask for.
    var ruleStack: RuleStack {
        var stack = RuleStack.standing
        for choice in rules {
            switch choice {
            case .none: stack = .none
            case .builtIn: stack = .builtIn
            case .folder(let path): stack.layers.append(.files(path))
            }
        }
        return stack
    }
}
