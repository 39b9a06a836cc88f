import ArgumentParser
import IlkVocabulary

/// The options of every command that deletes or replaces stored data.
package struct ErasureOptions: ParsableArguments {
    @Flag(help: "Do not ask for confirmation.")
    package var yes = false

    @Flag(name: [.customShort("n"), .long], help: "Show what would change, and change nothing.")
    package var dryRun = false

    /// `true` if one of the options is given.
    package var isGiven: Bool { yes || dryRun }

    /// The permission that the options give.
    package var permission: ErasurePermission { ErasurePermission(isGiven: yes, isDryRun: dryRun) }
}

/// The permission to delete or replace stored data.
package struct ErasurePermission {
    /// `true` to skip the confirmation.
    var isGiven = false
    /// `true` to only show the planned change.
    package var isDryRun = false

    /// Asks the user to confirm a change. With `--yes`, permits the change without asking. With `--dry-run`,
    /// only prints the change.
    ///
    /// Call this before the first change. All files are then unchanged with `--dry-run`, without a terminal,
    /// and after the answer "no".
    ///
    /// - Parameters:
    ///   - verb: The change, such as `delete`.
    ///   - what: The affected data with a count, such as `2 entries (266 bytes of text)`.
    /// - Returns: `true` if the change is permitted, `false` with `--dry-run`.
    /// - Throws: `usage` without a terminal and without `--yes`, `checkFailed` if the answer is not yes, and
    ///   the status of the signal if one arrives before the answer.
    package func allows(_ verb: String, _ what: String, _ console: Console) throws(CommandError) -> Bool {
        if isDryRun {
            console.output.append(VisibleText.oneLine("Would \(verb) \(what).") + "\n")
            try console.output.flush()
            return false
        }
        if isGiven { return true }
        let statement = VisibleText.oneLine("This \(verb)s \(what).")
        guard Confirmation.isPossible else {
            console.note(statement)
            throw CommandError(
                .usage, "refusing to \(verb) without confirmation: standard input is not a terminal",
                hint: "use --yes")
        }
        guard try Confirmation.ask(statement + " Continue? [y/N] ", stop: console.stop) else {
            throw CommandError(.checkFailed, "nothing was changed")
        }
        return true
    }
}
