public import IlkVocabulary

/// A model card: a description of the model in Markdown, stored in a section of the model's file.
public enum ModelCard {
    /// Returns the bytes of a model file with a card added. The card replaces an earlier card. The result
    /// depends only on the file and the text.
    ///
    /// - Parameters:
    ///   - text: The card in Markdown.
    ///   - file: The bytes of the model file.
    /// - Throws: ``FormatError`` if the bytes are not a model.
    /// - Complexity: O(*n*) in the number of bytes.
    public static func added(_ text: String, to file: [UInt8]) throws(FormatError) -> [UInt8] {
        try ModelFile.adding(.card, Array(text.utf8), to: file)
    }

    /// Returns the maximum number of bytes that a card adds to a file.
    ///
    /// - Parameter text: The card in Markdown.
    public static func size(of text: String) -> Int { text.utf8.count + 64 }
}

extension ModelFile {
    /// Returns the bytes of a file with an additional section at the end. The new section replaces an earlier
    /// section of the same type.
    ///
    /// - Parameters:
    ///   - bytes: The content of the section, or `nil` to remove it.
    ///   - version: The lowest format that can express the section.
    static func adding(
        _ section: Section, _ bytes: [UInt8]?, to file: [UInt8], leastVersion version: UInt32 = 0
    ) throws(FormatError) -> [UInt8] {
        let read = try file.withUnsafeBytes { bytes in
            Result { () throws(FormatError) in try ModelFile(ModelStorage(bytes: bytes) {}) }
        }.get()
        var parts: [(Section, ArraySlice<UInt8>)] = []
        for other in Section.allCases where other != section {
            guard let range = read.range(of: other) else { continue }
            parts.append((other, file[range]))
        }
        if let bytes { parts.append((section, bytes[...])) }
        return assemble(parts, version: max(version, read.version))
    }

    /// Returns a section as text, or `nil` if the file does not have it.
    func text(of section: Section) -> String? {
        range(of: section).map { String(decoding: storage.bytes[$0], as: UTF8.self) }
    }
}
