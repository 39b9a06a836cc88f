import Foundation
import Synchronization

@testable import IlkCallsCommand
@testable import IlkCommand
@testable import IlkConsole

/// A thread with a separate working folder that runs the tasks of commands.
///
/// All threads of a process share its working folder, unless a thread unshares it, which Linux allows without
/// privileges (`unshare(2)`, CLONE_FS). Commands with relative paths can therefore run concurrently in one
/// process.
final class CommandThread: TaskExecutor, Sendable {
    private struct State {
        var jobs: [UnownedJob] = []
        var isEnded = false
    }

    private let state = Mutex(State())
    private let signal = DispatchSemaphore(value: 0)
    private let folder: String

    /// Starts a thread.
    ///
    /// - Parameter folder: The path of the working folder.
    init(folder: String) {
        self.folder = folder
        let loop = Loop(thread: self)
        let thread = Thread { loop.run() }
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// Ends the thread after all of its jobs have run.
    func end() {
        state.withLock { $0.isEnded = true }
        signal.signal()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
        signal.signal()
    }

    /// The body of the thread, which retains the executor until the thread ends.
    private struct Loop: Sendable {
        let thread: CommandThread

        func run() {
            let hasFolder = Self.leaveSharedFolder() && chdir(thread.folder) == 0
            precondition(hasFolder, "the thread has no separate working folder")
            while true {
                thread.signal.wait()
                let (job, isEnded) = thread.state.withLock { state in
                    (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.isEnded)
                }
                if let job {
                    job.runSynchronously(on: thread.asUnownedTaskExecutor())
                } else if isEnded {
                    return
                }
            }
        }

        /// Calls `unshare(CLONE_FS)`, which Swift's C library module does not export.
        private static func leaveSharedFolder() -> Bool {
            guard let address = dlsym(dlopen(nil, RTLD_NOW), "unshare") else { return false }
            let unshare = unsafeBitCast(address, to: (@convention(c) (Int32) -> Int32).self)
            return unshare(0x200) == 0
        }
    }
}
