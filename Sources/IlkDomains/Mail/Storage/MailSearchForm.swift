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
        subject = Self.form(row.texts[row.subject])
        sender = Self.form(row.texts[row.sender])
        recipients = Self.form(row.texts[row.addressees])
        body = Self.form(row.texts[row.searchedBody])
        folded = []
        folded.reserveCapacity(
            row.subject.count + row.sender.count + row.snippet.count + 8)
        row.texts.withUnsafeBytes { texts in
            for field in [row.subject, row.address, row.name ?? 0..<0, row.snippet] {
                FoldedText.append(UnsafeRawBufferPointer(rebasing: texts[field]), to: &folded)
                folded.append(0x0A)
            }
        }
    }

    /// Most texts are their own form: scripts without spaces begin with bytes from 0xE0 on only.
    private static func form(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let spaced: [UInt8]? = text.withUnsafeBytes { bytes in
            SearchForm.with(bytes) { $0.baseAddress == bytes.baseAddress ? nil : Array($0) }
        }
        return spaced?[...] ?? text
    }
}
