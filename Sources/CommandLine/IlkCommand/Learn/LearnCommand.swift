import ArgumentParser
import IlkConsole

/// The group of the commands about learning from corrections.
struct LearnCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "learn", abstract: "Report what the model learns from corrections.",
        subcommands: [LearnReportCommand.self],
        after: LearnReportCommand.help.examples)
}
