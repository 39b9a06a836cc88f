public import IlkVocabulary

/// What a model's file says of itself for people: a text in Markdown, in a section of its own.
public enum ModelCard {
    /// The bytes of a model file with this card in it, in place of any it has. The same file and text make the same bytes.
    ///
    /// - Throws: ``FormatError`` when the bytes are no model.
    public static func added(_ text: String, to file: [UInt8]) throws(FormatError) -> [UInt8] {
        try ModelFile.adding(.card, Array(text.utf8), to: file)
    }

    /// The most bytes by which a card makes a file larger.
    public static func size(of text: String) -> Int { text.utf8.count + 64 }
}

extension ModelFile {
    /// The bytes of a file with a section behind its others, in place of one of its kind.
    static func adding(
        _ section: Section, _ bytes: [UInt8], to file: [UInt8]
    ) throws(FormatError) -> [UInt8] {
        let read = try ModelFile(ModelStorage(copying: file))
        var parts: [(Section, [UInt8])] = []
        for other in Section.allCases where other != section {
            guard let range = read.range(of: other) else { continue }
            parts.append((other, Array(file[range])))
        }
        return assemble(parts + [(section, bytes)], version: read.version)
    }

    /// A section as text; nil when the file has none of it.
    func text(of section: Section) -> String? {
        range(of: section).map { String(decoding: storage.bytes[$0], as: UTF8.self) }
    }
}
