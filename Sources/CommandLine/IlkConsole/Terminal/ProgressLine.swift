/// A ``Progress`` on a console: drawn when a person is there to see it, erased at the end.
package struct ProgressLine {
    private let console: Console
    private var progress: Progress

    /// A line that begins now.
    package init(_ what: String, total: Int?, on console: Console) {
        self.console = console
        progress = Progress(what, total: total, now: .now)
    }

    /// Says how many are done.
    package mutating func draw(_ done: Int) {
        if console.showsProgress, let line = progress.line(done: done, now: .now) { console.tell(line) }
    }

    /// Says how many are done, and ends the command when it has been asked to stop.
    package mutating func show(_ done: Int) throws(CommandFailure) {
        draw(done)
        do throws(CommandFailure) {
            try console.checkStop()
        } catch {
            erase()
            throw error
        }
    }

    /// Erases the line.
    package func erase() {
        if console.showsProgress, !progress.end.isEmpty { console.tell(progress.end) }
    }
}
