package import IlkFiles
import IlkConsole
import FoundationEssentials
package import Ilk
import IlkLearning
package import IlkVocabulary

extension ClassifierOptions {
    /// Returns the pipeline that the options describe.
    ///
    /// - Throws: `IlkError` if the taxonomy is unknown.
    package func assembly(folders: IlkFolders) throws(IlkError) -> PipelineAssembly {
        parts.assembly(of: try taxonomy?.labelSet(folders), folders: folders)
    }

    /// Returns the model with a name: a file if it exists, otherwise a version of the registry if the name is
    /// a version name.
    package static func model(_ name: String) -> PipelineAssembly.Model {
        let isVersion = name == "active" || ModelRegistry.isVersion(name)
        return isVersion && !FileManager.default.fileExists(atPath: name) ? .version(name) : .file(name)
    }
}

extension RuleStack {
    /// Returns these layers with the chosen rules added, or replaced by them.
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
