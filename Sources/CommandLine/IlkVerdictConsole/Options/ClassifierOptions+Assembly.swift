package import IlkFiles
import IlkConsole
import FoundationEssentials
package import Ilk
import IlkLearning

extension ClassifierOptions {
    /// What the options ask for.
    ///
    /// - Parameter folders: Where this user's files are.
    package func assembly(folders: IlkFolders) -> PipelineAssembly {
        var assembly = PipelineAssembly(folders: folders)
        assembly.deciding = classifier
        assembly.rules = ruleStack
        assembly.taxonomy = taxonomy?.taxonomy
        if let model { assembly.model = Self.model(model) }
        return assembly
    }

    /// The model that a name means: a file; else, when it is called as versions are, a version of the registry.
    package static func model(_ name: String) -> PipelineAssembly.Model {
        let isVersion = name == "active" || ModelRegistry.isVersion(name)
        return isVersion && !FileManager.default.fileExists(atPath: name) ? .version(name) : .file(name)
    }

    /// The layers of rules that the options ask for.
    package var ruleStack: RuleStack { .standing.adding(rules) }
}

extension RuleStack {
    /// These layers with what options ask for on top, or in their place.
    package func adding(_ choices: [RulesChoice]) -> RuleStack {
        var stack = self
        for choice in choices {
            switch choice {
            case .none: stack = .none
            case .builtIn: stack = .builtIn
            case .folder(let path): stack.layers.append(.files(path))
            }
        }
        return stack
    }
}
