import Glibc

/// Reads blocks of bytes from a descriptor, and lets the caller know before it has to wait for them.
///
/// So what has been made of the input so far can be written out when the input pauses, and need not be
/// before. A request to stop ends the wait: reading then says that there is nothing more.
package final class InputReader {
    /// What the input is called in messages.
    package let name: String
    private let descriptor: Int32
    private let stop: StopFlag
    private let closes: Bool

    /// A reader of a descriptor.
    ///
    /// - Parameters:
    ///   - descriptor: An open descriptor.
    ///   - name: What it is called in messages.
    ///   - stop: What ends waiting.
    ///   - closes: Whether the descriptor is this reader's to close.
    package init(descriptor: Int32, name: String, stop: StopFlag, closes: Bool) {
        self.descriptor = descriptor
        self.name = name
        self.stop = stop
        self.closes = closes
    }

    deinit {
        if closes { _ = close(descriptor) }
    }

    /// Reads what there is, at most as much as there is room for.
    ///
    /// - Parameters:
    ///   - buffer: Where to.
    ///   - beforeWaiting: Is called before the first wait, when nothing can be read at once, and again when a signal
    ///     other than one to stop has ended a wait.
    /// - Returns: How many bytes were read: 0 at the end of the input or when a stop was requested.
    /// - Throws: `noInput` for a directory, `inputOutput` when reading fails; whatever `beforeWaiting`
    ///   throws.
    package func read(
        into buffer: UnsafeMutableBufferPointer<UInt8>, beforeWaiting: () throws(CommandFailure) -> Void
    ) throws(CommandFailure) -> Int {
        if stop.request != nil { return 0 }
        if !isReady(within: 0) {
            try beforeWaiting()
            while !isReady(within: -1), stop.request == nil { try beforeWaiting() }
        }
        while stop.request == nil {
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            switch errno {
            case EINTR: continue
            case EAGAIN: _ = isReady(within: -1)
            case EISDIR: throw InputFile.directory(name)
            case EBADF: throw CommandFailure(.noInput, "cannot read: it is closed", at: name)
            default: throw CommandFailure(.inputOutput, "cannot read: \(SystemFault.last.words)", at: name)
            }
        }
        return 0
    }

    /// Reads what there is into an array, at most as much as it holds; otherwise as above.
    package func read(
        into block: inout [UInt8], beforeWaiting: () throws(CommandFailure) -> Void
    ) throws(CommandFailure) -> Int {
        try block.withUnsafeMutableBufferPointer { buffer throws(CommandFailure) in
            try read(into: buffer, beforeWaiting: beforeWaiting)
        }
    }

    /// Whether somebody writes what is read here while it is read: a pipe or a socket.
    package var hasWriter: Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFIFO || status.st_mode & S_IFMT == S_IFSOCK
    }

    /// Whether a read would come back at once, or comes to within so many milliseconds (-1: for ever). A
    /// signal or the flag ends the wait early.
    private func isReady(within milliseconds: Int32) -> Bool {
        var watched = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stop.wakeDescriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stop.renewal.wakeDescriptor, events: Int16(POLLIN), revents: 0),
        ]
        // An error other than EINTR is left to the read to tell.
        if poll(&watched, nfds_t(watched.count), milliseconds) < 0 { return errno != EINTR }
        if watched[2].revents != 0 { stop.renewal.quieten() }
        return watched[0].revents != 0
    }
}
