import ArgumentParser
package import IlkConsole
import IlkRulesCommand

/// The command `ilk` with the commands of an edition.
package struct IlkTool<Edition: ProgramEdition>: AsyncParsableCommand, DescribedCommand {
    package static var help: CommandText {
        CommandText(
            "ilk",
            abstract:
                "Classify texts, explain the results, log them, and learn from corrections.",
            version: "ilk \(ProgramVersion.current)",
            subcommands: [
                ClassifyCommand.self, ExplainCommand.self, FeaturesCommand.self, SegmentCommand.self,
                TrainCommand.self, EvalCommand.self, ReviewCommand.self, RetrainCommand<Edition>.self,
                LogCommand<Edition>.self, LearnCommand.self,
            ] + Edition.applications + [TaxonomyCommand.self, ModelCommand.self, RulesCommand.self]
                + Edition.services
                + [DoctorCommand<Edition>.self],
            after: ClassifyCommand.help.examples)
    }

    package init() {}
}
