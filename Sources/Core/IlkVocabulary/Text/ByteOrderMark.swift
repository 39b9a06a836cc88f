/// The byte order mark (U+FEFF) with which some programs begin files in UTF-8. It is not part of the text.
package enum ByteOrderMark {
    /// The bytes of the mark.
    package static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Returns the number of bytes of the mark at the start of a text, or 0 if there is none.
    package static func length(in text: some Sequence<UInt8>) -> Int {
        text.starts(with: bytes) ? bytes.count : 0
    }
}
