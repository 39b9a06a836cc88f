import Glibc
import IlkFiles

/// Reads blocks of bytes from a descriptor and calls back before it waits for input.
///
/// The caller can therefore write pending output exactly when the input pauses. A stop request ends the wait;
/// the reader then reports the end of the input.
package final class InputReader {
    /// The name of the input in messages.
    package let name: String
    private let descriptor: Int32
    private let stop: StopFlag
    private let closes: Bool

    /// Creates a reader.
    ///
    /// - Parameter closes: `true` if the reader owns the descriptor and closes it.
    package init(descriptor: Int32, name: String, stop: StopFlag, closes: Bool) {
        self.descriptor = descriptor
        self.name = name
        self.stop = stop
        self.closes = closes
    }

    deinit {
        if closes { _ = close(descriptor) }
    }

    /// Reads the available bytes, at most as many as fit into the buffer.
    ///
    /// - Parameter beforeWaiting: Runs before the first wait if nothing can be read immediately, and after a
    ///   signal other than a stop request has ended a wait.
    /// - Returns: The number of bytes, 0 at the end of the input or after a stop request.
    /// - Throws: `noInput` for a directory, `inputOutput` if reading fails, and errors of `beforeWaiting`.
    package func read(
        into buffer: UnsafeMutableBufferPointer<UInt8>, beforeWaiting: () throws(CommandError) -> Void
    ) throws(CommandError) -> Int {
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
            case EBADF: throw CommandError(.noInput, "cannot read: the stream is closed", at: name)
            default: throw CommandError(.inputOutput, "cannot read: \(SystemError.last.words)", at: name)
            }
        }
        return 0
    }

    /// Reads the available bytes into an array, at most as many as the array contains.
    ///
    /// The return value and the errors match ``read(into:beforeWaiting:)`` with a buffer.
    package func read(
        into block: inout [UInt8], beforeWaiting: () throws(CommandError) -> Void
    ) throws(CommandError) -> Int {
        try block.withUnsafeMutableBufferPointer { buffer throws(CommandError) in
            try read(into: buffer, beforeWaiting: beforeWaiting)
        }
    }

    /// `true` if the input is a pipe or a socket, which another process may be writing to.
    package var hasWriter: Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFIFO || status.st_mode & S_IFMT == S_IFSOCK
    }

    /// Waits until a read can return immediately, or until another descriptor is readable.
    ///
    /// - Parameter beforeWaiting: Runs before the wait if nothing can be read immediately.
    /// - Returns: `true` if a read can return immediately. `false` after the other descriptor became readable
    ///   or a signal arrived.
    func canRead(
        orWhen other: Int32, beforeWaiting: () throws(CommandError) -> Void
    ) throws(CommandError) -> Bool {
        if stop.request != nil || isReady(within: 0) { return true }
        try beforeWaiting()
        return isReady(within: -1, other) || stop.request != nil
    }

    /// Returns `true` if a read would return within a number of milliseconds (-1 waits forever). A signal, a
    /// request to stop or reload, or another descriptor ends the wait early.
    private func isReady(within milliseconds: Int32, _ other: Int32 = -1) -> Bool {
        var watched = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stop.wakeDescriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stop.renewal.wakeDescriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: other, events: Int16(POLLIN), revents: 0),
        ]
        // Any error other than EINTR is reported by the read that follows.
        if poll(&watched, nfds_t(watched.count), milliseconds) < 0 { return errno != EINTR }
        if watched[2].revents != 0 { stop.renewal.clear() }
        return watched[0].revents != 0
    }
}
