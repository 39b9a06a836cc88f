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

    /// Returns the model that an argument names. The argument is a version if it is `active` or has the form
    /// of a version, and no file has this name. Otherwise it is a file.
    package static func model(_ name: String) -> PipelineAssembly.Model {
        let isVersion = name == "active" || ModelRegistry.isVersion(name)
        return isVersion && !FileManager.default.fileExists(atPath: name) ? .version(name) : .file(name)
    }
}

extension RuleStack {
    /// Returns the layers after each choice has added, replaced or removed rules, in order.
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
