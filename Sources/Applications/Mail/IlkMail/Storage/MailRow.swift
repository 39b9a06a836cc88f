import FoundationEssentials

/// A message in the layout of the database tables. All texts of the message are concatenated in one buffer,
/// and each field is a range of this buffer.
///
/// This layout is used because an import creates a value for each message, and creating a string for each
/// field would take as long as parsing the message. The texts are valid UTF-8.
struct MailRow: Sendable {
    /// The texts, including the separators that the search indexes need.
    private(set) var texts: [UInt8] = []
    /// The Message-ID or digest that identifies the message within the account.
    var key = 0..<0
    /// The Message-ID, or `nil` if the message has none.
    var messageID: Range<Int>?
    /// The key of the thread. Empty if the thread must be derived from the references.
    var threadID = 0..<0
    /// The sender's name, or `nil` if the header has none. In the buffer, the name is followed by a space and
    /// ``address``.
    var name: Range<Int>?
    /// The sender's name and address, as one range.
    var sender = 0..<0
    var address = 0..<0
    var subject = 0..<0
    /// The recipients in `To`, packed by ``PackedList``. ``copies`` contains those in `Cc`.
    var recipients = 0..<0
    var copies = 0..<0
    /// `recipients` and `copies` as one range.
    var addressees = 0..<0
    var references = 0..<0
    var snippet = 0..<0
    /// The text of the message, or `nil` if it was not fetched.
    var body: Range<Int>?
    var date = Date(timeIntervalSince1970: 0)
    var isRead = false
    var isStarred = false
    var size = 0
    var historyId: String?
    /// The keys of the message's labels, in ascending order.
    var labelIds: [String] = []
    var attachments: [Attachment] = []

    /// Creates an empty message and reserves `room` bytes for its texts.
    init(room: Int) {
        texts.reserveCapacity(room)
    }

    /// Creates a message whose ranges are set later.
    init(texts: [UInt8]) {
        self.texts = texts
    }

    /// Appends a text and returns its range.
    mutating func add(_ append: (inout [UInt8]) -> Void) -> Range<Int> {
        let start = texts.count
        append(&texts)
        return start..<texts.count
    }

    mutating func add(_ text: String) -> Range<Int> {
        add { $0.append(contentsOf: text.utf8) }
    }

    func string(_ range: Range<Int>) -> String {
        texts.withUnsafeBytes { String(decoding: UnsafeRawBufferPointer(rebasing: $0[range]), as: UTF8.self) }
    }

    /// The text for the word index: the first ``MailSearchForm/indexedBodyLimit`` bytes of the text. If there
    /// is no text, the snippet is used.
    var searchedBody: Range<Int> {
        let range = body ?? snippet
        guard range.count > MailSearchForm.indexedBodyLimit else { return range }
        // Do not cut a character. Bytes of the form 10xxxxxx continue a character.
        var end = range.lowerBound + MailSearchForm.indexedBodyLimit
        while end > range.lowerBound, texts[end] & 0xC0 == 0x80 { end -= 1 }
        return range.lowerBound..<end
    }

    /// The text to classify, which equals ``Email/classifiedText``.
    var classifiedText: String {
        let text = body ?? snippet
        if subject.isEmpty { return string(text) }
        return text.isEmpty ? string(subject) : string(subject) + "\n\n" + string(text)
    }
}

extension MailRow {
    init(_ email: Email) {
        self.init(room: 512 + email.snippet.utf8.count + (email.bodyText?.utf8.count ?? 0))
        key = add(email.gmailId)
        messageID = email.messageId.map { add($0) }
        threadID = add(email.threadId)
        addSender(hasName: email.fromName != nil) {
            $0.append(contentsOf: (email.fromName ?? "").utf8)
        } address: {
            $0.append(contentsOf: email.fromAddress.utf8)
        }
        subject = add(email.subject)
        addAddressees {
            $0.append(contentsOf: PackedList.packed(email.toAddresses).utf8)
        } copies: {
            $0.append(contentsOf: PackedList.packed(email.ccAddresses).utf8)
        }
        references = add(PackedList.packed(email.references))
        snippet = add(email.snippet)
        body = email.bodyText.map { add($0) }
        date = email.date
        (isRead, isStarred) = (email.isRead, email.isStarred)
        (size, historyId) = (email.size, email.historyId)
        (labelIds, attachments) = (email.labelIds, email.attachments)
    }

    mutating func addSender(
        hasName: Bool, _ name: (inout [UInt8]) -> Void, address: (inout [UInt8]) -> Void
    ) {
        let start = texts.count
        self.name = hasName ? add(name) : nil
        texts.append(0x20)
        self.address = add(address)
        sender = start..<texts.count
    }

    mutating func addAddressees(
        _ recipients: (inout [UInt8]) -> Void, copies: (inout [UInt8]) -> Void
    ) {
        let start = texts.count
        self.recipients = add(recipients)
        texts.append(PackedList.entrySeparator)
        self.copies = add(copies)
        addressees = start..<texts.count
    }

    func email(of account: UUID) -> Email {
        Email(
            gmailId: string(key), accountId: account, threadId: string(threadID),
            messageId: messageID.map(string), references: PackedList.strings(string(references)),
            subject: string(subject), fromAddress: string(address), fromName: name.map(string),
            toAddresses: PackedList.addresses(string(recipients)),
            ccAddresses: PackedList.addresses(string(copies)), date: date, snippet: string(snippet),
            bodyText: body.map(string), isRead: isRead, isStarred: isStarred, labelIds: labelIds, size: size,
            historyId: historyId, attachments: attachments)
    }
}
