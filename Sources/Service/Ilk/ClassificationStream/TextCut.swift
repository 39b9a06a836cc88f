/// The position at which a long text is truncated.
package enum TextCut {
    /// Returns the greatest number of bytes within a limit that does not end inside a character.
    ///
    /// - Parameters:
    ///   - text: The text, which is longer than the limit.
    ///   - limit: The limit in bytes.
    /// - Complexity: O(1).
    package static func end(of text: UnsafeBufferPointer<UInt8>, limit: Int) -> Int {
        var end = limit
        // A character has at most three bytes behind its first. More of them in a row are not UTF-8 and may be cut anywhere.
        while end > 0, limit - end < 3, text[end] & 0xC0 == 0x80 { end -= 1 }
        return text[end] & 0xC0 == 0x80 ? limit : end
    }
}
