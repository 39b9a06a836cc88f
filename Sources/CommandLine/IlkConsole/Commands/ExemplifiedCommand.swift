package import ArgumentParser

/// A command whose help ends with examples.
package protocol ExemplifiedCommand: ParsableCommand {
    /// The examples, in the order to run them.
    static var examples: [CommandExample] { get }
}
