/// A confirmation by the user at the terminal.
package enum Confirmation {
    /// `true` if standard input is a terminal.
    package static var isPossible: Bool { CommandEnvironment.isTerminal(\.input) }

    /// The number of bytes after which an answer without a line feed is no longer read.
    private static let longestAnswer = 1024

    /// Asks a question on standard error and reads one line.
    ///
    /// - Parameters:
    ///   - question: The question, in one line.
    ///   - stop: The flag that ends the wait.
    /// - Returns: `true` for the answer `y` or `yes`, ignoring case; `false` for any other line and at the
    ///   end of the input.
    /// - Throws: The status of the signal if one arrives before the answer; `inputOutput` if reading fails.
    package static func ask(_ question: String, stop: StopFlag) throws(CommandError) -> Bool {
        StandardError.write(question)
        let reader = try InputFile.standardInput.open(stop: stop)
        var answer: [UInt8] = []
        var block = [UInt8](repeating: 0, count: longestAnswer)
        while !answer.contains(0x0A), answer.count < longestAnswer {
            let count = try reader.read(into: &block) { () throws(CommandError) in }
            if count == 0 { break }
            answer += block[..<count]
        }
        if !answer.contains(0x0A) { StandardError.write("\n") }
        if let request = stop.request { throw CommandError(request.status, "") }
        guard let line = answer.split(separator: 0x0A, omittingEmptySubsequences: false).first else {
            return false
        }
        return ["y", "yes"].contains(String(decoding: line, as: UTF8.self).lowercased())
    }
}
