/// Where a text that is too long is cut.
enum TextCut {
    /// The greatest number of bytes up to the limit that does not end inside a character. The text is longer than the
    /// limit.
    static func end(of text: UnsafeBufferPointer<UInt8>, limit: Int) -> Int {
        var end = limit
        // A character has at most three bytes behind its first: more of them in a row are no UTF-8, and are cut anywhere.
        while end > 0, limit - end < 3, text[end] & 0xC0 == 0x80 { end -= 1 }
        return text[end] & 0xC0 == 0x80 ? limit : end
    }
}
