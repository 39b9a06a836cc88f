import IlkVocabulary

/// The blocks of a file without the byte order mark at its start.
struct MarkSkippingBlocks {
    private var block = [UInt8](repeating: 0, count: 1 << 17)
    private var isStart = true

    /// Returns the next block. The block is empty only at the end of the file.
    ///
    /// - Parameter read: Reads the next block into the array and returns its number of bytes, 0 at the end.
    mutating func next(from read: (inout [UInt8]) throws -> Int) throws -> ArraySlice<UInt8> {
        let count = try read(&block)
        guard isStart else { return block[..<count] }
        isStart = false
        var first = Array(block[..<count])
        // A pipe can deliver the mark in parts.
        while !first.isEmpty, first.count < ByteOrderMark.bytes.count, ByteOrderMark.bytes.starts(with: first)
        {
            let more = try read(&block)
            guard more > 0 else { break }
            first += block[..<more]
        }
        guard first.starts(with: ByteOrderMark.bytes) else { return first[...] }
        return first.count > ByteOrderMark.bytes.count
            ? first.dropFirst(ByteOrderMark.bytes.count) : try next(from: read)
    }
}
