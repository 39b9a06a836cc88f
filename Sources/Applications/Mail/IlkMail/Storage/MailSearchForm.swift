import IlkStore

/// What the two search indexes have of a message. It follows from the message alone: what is taken out of the indexes is
/// what was put in.
struct MailSearchForm: Hashable, Sendable {
    /// How much of a text is indexed, in bytes of UTF-8.
    static let mostBody = 256 << 10

    var subject: ArraySlice<UInt8>
    var sender: ArraySlice<UInt8>
    var recipients: ArraySlice<UInt8>
    var body: ArraySlice<UInt8>
    /// Subject, address, name and snippet, folded, a line each.
    var folded: [UInt8]

    init(_ row: MailRow) {
        self.init(row, form: { SearchForm.with($0, $1) }) { FoldedText.append($0, to: &$1) }
    }

    /// As programs made it that folded nothing but the second index, and in it every letter but the capital ẞ.
    static func former(_ row: MailRow) -> MailSearchForm {
        MailSearchForm(row, form: { SearchForm.withSpaces($0, $1) }) { text, folded in
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
        /// Most texts are their own form.
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
