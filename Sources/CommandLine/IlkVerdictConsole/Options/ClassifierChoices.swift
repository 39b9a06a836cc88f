import IlkRules
public import ArgumentParser
import IlkConsole
public import Ilk
public import IlkModels

extension CategoryPrior: ExpressibleByArgument {}
extension PipelineAssembly.ClassifierType: ExpressibleByArgument {}

/// The format of explanations, a value of `--format`.
package enum ExplanationFormat: String, TextualFormat {
    /// Human-readable lines.
    case text
    /// One pretty-printed JSON value per text.
    case json
    /// One JSON object per line.
    case ndjson
    /// One HTML page with all texts.
    case html
}

/// The classifier for comparing or fitting rules, a value of `--classifier`.
package enum RuleClassifierChoice: String, CaseIterable, Sendable, ExpressibleByArgument {
    case fused
    case rules
}

extension TrainingKind: ExpressibleByArgument {}

/// A choice of rules, a value of `--rules`. The option can be repeated.
package enum RulesChoice: Hashable, Sendable, ExpressibleByArgument {
    /// Removes the default rules and all previous choices. Later choices add rules.
    case none
    /// Replaces the default rules and all previous choices by the built-in rules. Later choices add rules.
    case builtIn
    /// A folder or a file of rules, added to the previous choices.
    case folder(String)

    package init?(argument: String) {
        switch argument {
        case "": return nil
        case "none": self = .none
        case "built-in": self = .builtIn
        default: self = .folder(argument)
        }
    }

    /// Returns the folders that choices name, and their rule files. An unreadable folder is reported when its
    /// rules are loaded.
    package static func files(of choices: [RulesChoice]) -> [String] {
        choices.flatMap { choice -> [String] in
            guard case .folder(let path) = choice else { return [] }
            let sources = (try? RuleFiles.read(path)) ?? []  // Loading it reports the error.
            return [path] + sources.map(\.name)
        }
    }
}
