import ArgumentParser

/// The command `ilk`: what stands above its subcommands.
struct IlkTool: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "ilk",
        abstract:
            "Says what kind of text it is, and why; remembers what it said; learns from being corrected.",
        version: "ilk \(ProgramVersion.current)",
        subcommands: subcommands
    )

    /// The subcommands that can do what they say. A command joins when it has a body.
    static let subcommands: [any ParsableCommand.Type] = [
        ClassifyCommand.self, ExplainCommand.self, FeaturesCommand.self, SegmentCommand.self,
        TrainCommand.self, EvalCommand.self,
        RetrainCommand.self, LogCommand.self, CallsCommand.self, UsageCommand.self, MailCommand.self,
        DebugCommand.self, SyncCommand.self, ModelCommand.self, RulesCommand.self, ServeCommand.self,
        TokenCommand.self,
        DoctorCommand.self,
    ]

    static let examples = ClassifyCommand.examples
}
