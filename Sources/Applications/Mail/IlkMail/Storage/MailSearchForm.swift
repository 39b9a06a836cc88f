import IlkStore

/// The texts of a message for the search indexes. Because the indexes store no text, FTS5 needs the same
/// texts again to delete a message. The texts therefore depend on nothing but the message.
struct MailSearchForm: Hashable, Sendable {
    /// The maximum length of the text of a message that is indexed, in bytes of UTF-8.
    static let indexedBodyLimit = 256 << 10

    var subject: ArraySlice<UInt8>
    var sender: ArraySlice<UInt8>
    var recipients: ArraySlice<UInt8>
    var body: ArraySlice<UInt8>
    /// Subject, address, name and snippet, folded, each followed by a line feed.
    var folded: [UInt8]

    init(_ row: MailRow) {
        self.init(row, form: { IndexedForm.with($0, $1) }) { FoldedText.append($0, to: &$1) }
    }

    /// Returns the texts as earlier versions indexed them. Those versions folded only the texts of the
    /// trigram index, and folded the capital `ẞ` to `ß` instead of `ss`.
    static func legacy(_ row: MailRow) -> MailSearchForm {
        MailSearchForm(row, form: { IndexedForm.withSpaces($0, $1) }) { text, folded in
            let parts = String(decoding: text, as: UTF8.self).unicodeScalars
                .split(separator: "ẞ", omittingEmptySubsequences: false).map { FoldedText.of(String($0)) }
            folded.append(contentsOf: parts.joined(separator: "ß").utf8)
        }
    }

    private init(
        _ row: MailRow,
        form: (UnsafeRawBufferPointer, (UnsafeRawBufferPointer) -> [UInt8]?) -> [UInt8]?,
        fold: (UnsafeRawBufferPointer, inout [UInt8]) -> Void
    ) {
        /// Returns a text in the form for the word index. If the text needs no change, which is the common
        /// case, it is not copied.
        func words(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
            let other = text.withUnsafeBytes { bytes in
                form(bytes) { $0.baseAddress == bytes.baseAddress ? nil : Array($0) }
            }
            return other?[...] ?? text
        }
        subject = words(row.texts[row.subject])
        sender = words(row.texts[row.sender])
        recipients = words(row.texts[row.addressees])
        body = words(row.texts[row.searchedBody])
        folded = []
        folded.reserveCapacity(
            row.subject.count + row.sender.count + row.snippet.count + 8)
        row.texts.withUnsafeBytes { texts in
            for field in [row.subject, row.address, row.name ?? 0..<0, row.snippet] {
                fold(UnsafeRawBufferPointer(rebasing: texts[field]), &folded)
                folded.append(0x0A)
            }
        }
    }
}
