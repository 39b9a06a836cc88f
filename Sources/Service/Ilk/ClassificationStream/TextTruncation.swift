/// The position at which a long text is truncated.
package enum TextTruncation {
    /// Returns the largest length within a limit that does not split a UTF-8 character.
    ///
    /// - Parameters:
    ///   - text: A text longer than the limit.
    ///   - limit: The limit in bytes.
    package static func end(of text: UnsafeBufferPointer<UInt8>, limit: Int) -> Int {
        var end = limit
        // A UTF-8 character has at most three continuation bytes. A longer run is invalid and may be split
        // anywhere.
        while end > 0, limit - end < 3, text[end] & 0xC0 == 0x80 { end -= 1 }
        return text[end] & 0xC0 == 0x80 ? limit : end
    }
}
