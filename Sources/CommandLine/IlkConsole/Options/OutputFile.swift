import ArgumentParser

/// The name of a file that a command writes. Every option and argument for an output file has this type.
package struct OutputFile: Hashable, Sendable, ArgumentWithForm {
    package static let argumentForm = "the name of a file"

    package let path: String

    /// The value name in help texts. Tests find the options for output files by this name.
    package static let valueName = "output-file"

    /// Creates the name of a file. Returns `nil` for an empty name and for `-`, because commands that can
    /// write to standard output do so by default.
    package init?(argument: String) {
        guard !argument.isEmpty, argument != "-" else { return nil }
        path = argument
    }

    /// Returns the target to write to.
    ///
    /// - Parameters:
    ///   - isForced: `true` if an existing file may be replaced.
    ///   - inputs: The files that the command reads. They are never replaced.
    /// - Throws: `cannotCreate` if the file exists and must not be replaced, or `usage` if the file is one of
    ///   `inputs`.
    package func target(isForced: Bool, inputs: [String]) throws(CommandError) -> OutputTarget {
        try OutputTarget(path, isForced: isForced, inputs: inputs)
    }
}

/// The permission to replace an existing file.
package struct ReplacingOptions: ParsableArguments {
    @Flag(help: "Replace the output file if it exists.")
    package var force = false
}
