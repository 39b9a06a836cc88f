import CGzip
import IlkHTTP

/// Compression or decompression of one gzip member, part by part.
final class GzipStream {
    enum Use {
        case packing
        case unpacking
    }

    /// The handling of the end of a part of the input, like the flush modes of zlib.
    enum End {
        case more
        /// The output contains all input so far.
        case flush
        /// The input is complete.
        case finish
    }

    /// The maximum length of a part of the output in bytes.
    static let partBytes = 1 << 16

    /// `true` after the end of the gzip member.
    private(set) var isEnded = false
    private let stream: OpaquePointer

    /// - Throws: ``Problem`` `busy` if memory is short.
    init(_ use: Use) throws(Problem) {
        guard let stream = use == .packing ? ilk_gzip_packer() : ilk_gzip_unpacker() else {
            throw Problem(.busy, "not enough memory for gzip", retryAfter: 1)
        }
        self.stream = stream
    }

    deinit { ilk_gzip_end(stream) }

    /// Reads input, and returns the next part of the output.
    ///
    /// - Parameters:
    ///   - input: The input. The bytes that were read are removed.
    ///   - end: ``End/more`` if more input follows, ``End/flush`` to output all input so far, or
    ///     ``End/finish`` for the last part.
    /// - Returns: The output, empty if more input is needed, or `nil` if the input is not gzip.
    func next(_ input: inout ArraySlice<UInt8>, _ end: End = .more) -> [UInt8]? {
        guard !isEnded else { return [] }
        var progress = ilk_gzip_progress()
        let output = [UInt8](unsafeUninitializedCapacity: Self.partBytes) { room, count in
            progress = input.withUnsafeBufferPointer {
                ilk_gzip_step(stream, $0.baseAddress, $0.count, end.code, room.baseAddress, room.count)
            }
            count = progress.written
        }
        guard progress.state != ilk_gzip_failed else { return nil }
        isEnded = progress.state == ilk_gzip_ended
        input.removeFirst(progress.read)
        return output
    }

    /// Compresses a part.
    ///
    /// - Parameters:
    ///   - bytes: The part.
    ///   - end: ``End/flush`` to output the whole part, or ``End/finish`` for the last part.
    func packed(_ bytes: [UInt8], _ end: End) -> [UInt8] {
        var (input, output) = (bytes[...], [UInt8]())
        // Less than a whole part means that nothing is left.
        while let part = next(&input, end) {
            output += part
            if part.count < Self.partBytes { break }
        }
        return output
    }
}

extension GzipStream.End {
    fileprivate var code: ilk_gzip_end_of_input {
        switch self {
        case .more: ilk_gzip_more
        case .flush: ilk_gzip_flush
        case .finish: ilk_gzip_finish
        }
    }
}
