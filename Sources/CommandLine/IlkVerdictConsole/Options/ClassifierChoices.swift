import IlkRules
public import ArgumentParser
public import Ilk
public import IlkModels

extension CategoryPrior: ExpressibleByArgument {}
extension PipelineAssembly.Deciding: ExpressibleByArgument {}

/// The shape of explanations: what `--format` takes.
package enum ExplanationFormat: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// Lines for people.
    case text
    /// One JSON value a text, laid out over lines.
    case json
    /// One JSON object a line.
    case ndjson
    /// One page for a browser with all texts.
    case html
}

/// What decides where rules are compared or fitted: what `--classifier` takes there.
package enum RuleClassifierChoice: String, CaseIterable, Sendable, ExpressibleByArgument {
    case fused
    case rules
}

/// What is learned: what `--kind` takes.
package enum TrainingKind: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// Counts.
    case bayes
    /// Fitted weights.
    case linear
    /// Whichever is right more often on texts left out.
    case auto
}

/// Which rules take part: what `--rules` takes, once or more.
package enum RulesChoice: Hashable, Sendable, ExpressibleByArgument {
    /// No rules but those that are named behind it.
    case none
    /// The rules in the program, and those that are named behind it.
    case builtIn
    /// The files of a folder, on top of what there is so far.
    case folder(String)

    package init?(argument: String) {
        switch argument {
        case "": return nil
        case "none": self = .none
        case "built-in": self = .builtIn
        default: self = .folder(argument)
        }
    }

    /// The files of rules that choices name. A folder that cannot be read is reported when its rules are loaded.
    package static func files(of choices: [RulesChoice]) -> [String] {
        choices.flatMap { choice -> [String] in
            guard case .folder(let path) = choice else { return [] }
            let sources = (try? RuleFiles.read(path)) ?? []  // Loading it reports the error.
            return [path] + sources.map(\.name)
        }
    }
}
