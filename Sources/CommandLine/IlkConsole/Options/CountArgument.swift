import ArgumentParser

/// How many of something, as options take it.
package enum CountArgument {
    /// Reads a number from 1.
    ///
    /// - Throws: What is told when it is none.
    package static func fromOne(_ text: String) throws -> Int { try read(text, from: 1) }

    /// Reads a number from 0.
    ///
    /// - Throws: What is told when it is none.
    package static func fromZero(_ text: String) throws -> Int { try read(text, from: 0) }

    private static func read(_ text: String, from least: Int) throws -> Int {
        guard let number = Int(text), number >= least else {
            throw ValidationError("it takes a number from \(least).")
        }
        return number
    }
}
