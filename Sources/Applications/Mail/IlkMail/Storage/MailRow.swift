import FoundationEssentials

/// A message as the tables have it: all its texts one behind the other, in one piece of memory.
///
/// An import makes one for each message, and writes it as it stands: a string for every field would cost as much as reading
/// the message does. Texts are well-formed UTF-8.
struct MailRow: Sendable {
    /// The texts, with what separates them in the search indexes.
    private(set) var texts: [UInt8] = []
    /// The key within the account.
    var key = 0..<0
    /// Nil when it has none.
    var messageID: Range<Int>?
    /// Empty when the thread is to be found by the references.
    var threadID = 0..<0
    /// Whose name it is from; nil when none was given. A space and ``address`` stand behind it.
    var name: Range<Int>?
    /// Name and address.
    var sender = 0..<0
    var address = 0..<0
    var subject = 0..<0
    /// Whom it is to, and who has a copy, as ``PackedList`` has them.
    var recipients = 0..<0
    var copies = 0..<0
    /// Whom it is to and who has a copy.
    var addressees = 0..<0
    var references = 0..<0
    var snippet = 0..<0
    /// Nil when it was not fetched.
    var body: Range<Int>?
    var date = Date(timeIntervalSince1970: 0)
    var isRead = false
    var isStarred = false
    var size = 0
    var historyId: String?
    /// The keys of its labels, in ascending order.
    var labelIds: [String] = []
    var attachments: [Attachment] = []

    /// A message without a word; there is room for so many bytes.
    init(room: Int) {
        texts.reserveCapacity(room)
    }

    /// A message of these texts, whose places are still to be set.
    init(texts: [UInt8]) {
        self.texts = texts
    }

    /// Appends a text.
    ///
    /// - Returns: Where it stands.
    mutating func add(_ append: (inout [UInt8]) -> Void) -> Range<Int> {
        let start = texts.count
        append(&texts)
        return start..<texts.count
    }

    /// Appends a text.
    ///
    /// - Returns: Where it stands.
    mutating func add(_ text: String) -> Range<Int> {
        add { $0.append(contentsOf: text.utf8) }
    }

    /// A text as a string.
    func string(_ range: Range<Int>) -> String {
        texts.withUnsafeBytes { String(decoding: UnsafeRawBufferPointer(rebasing: $0[range]), as: UTF8.self) }
    }

    /// What the search indexes read: the beginning of the text, or the snippet where there is none.
    var searchedBody: Range<Int> {
        let range = body ?? snippet
        guard range.count > MailSearchForm.mostBody else { return range }
        // The beginning of a character is never a byte of 10xxxxxx.
        var end = range.lowerBound + MailSearchForm.mostBody
        while end > range.lowerBound, texts[end] & 0xC0 == 0x80 { end -= 1 }
        return range.lowerBound..<end
    }

    /// The text that the pipeline reads, as ``Email/classifiedText``.
    var classifiedText: String {
        let text = body ?? snippet
        if subject.isEmpty { return string(text) }
        return text.isEmpty ? string(subject) : string(subject) + "\n\n" + string(text)
    }
}

extension MailRow {
    /// The row of a record.
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

    /// Appends whose name and address it is from.
    mutating func addSender(
        hasName: Bool, _ name: (inout [UInt8]) -> Void, address: (inout [UInt8]) -> Void
    ) {
        let start = texts.count
        self.name = hasName ? add(name) : nil
        texts.append(0x20)
        self.address = add(address)
        sender = start..<texts.count
    }

    /// Appends whom it is to, and who has a copy.
    mutating func addAddressees(
        _ recipients: (inout [UInt8]) -> Void, copies: (inout [UInt8]) -> Void
    ) {
        let start = texts.count
        self.recipients = add(recipients)
        texts.append(PackedList.between)
        self.copies = add(copies)
        addressees = start..<texts.count
    }

    /// The record of the row.
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
