#if Server
    import Mustache

    /// The templates of the pages.
    struct PageTemplates: Sendable {
        /// `true` if the program was built with the package trait `Server`.
        static let isAvailable = true

        private let library: MustacheLibrary
        /// The errors of replacement templates, which the pages show.
        let problems: [String]

        /// The beginning of all templates, which selects ``ScalarEscaping``. Mustache's default escaping
        /// compares grapheme clusters, so it does not escape a quotation mark that is followed by a combining
        /// mark. In a browser, this quotation mark would end an attribute.
        private static let beginning: String = {
            MustacheContentTypes.register(ScalarEscaping(), named: "ILK")
            return "{{%CONTENT_TYPE:ILK}}"
        }()

        /// Parses templates. If a replacement template is invalid, the built-in template is used.
        ///
        /// - Parameters:
        ///   - templates: The templates by name.
        ///   - builtIn: The built-in templates.
        init(_ templates: [String: String], builtIn: [String: String]) {
            var (library, problems) = (MustacheLibrary(), [String]())
            for (name, text) in builtIn {
                let isReplaced = templates[name].map { $0 != text } ?? false
                if isReplaced, let other = templates[name] {
                    do {
                        try Self.check(other)
                        try library.register(Self.beginning + other, named: name)
                        continue
                    } catch {
                        problems.append("the template \(name).mustache is not used: \(error)")
                    }
                }
                do {
                    try library.register(Self.beginning + text, named: name)
                } catch {
                    problems.append("the built-in template \(name).mustache is invalid: \(error)")
                }
            }
            self.library = library
            self.problems = problems.sorted()
        }

        /// Throws an error for a template that disables escaping.
        private static func check(_ text: String) throws(UnescapedTag) {
            for tag in ["{{{", "{{&", "{{%", "{{="] where text.contains(tag) { throw UnescapedTag(tag: tag) }
        }

        /// Returns the HTML of a value in the template of this name, or `nil` if there is no such template.
        func render(_ value: Any, with name: String) -> String? {
            library.render(PlainValue.plain(value) as Any, withTemplate: name)
        }
    }

    private struct UnescapedTag: Error, CustomStringConvertible {
        let tag: String

        var description: String { "the tag \(tag) is not allowed" }
    }

    /// Escapes special characters as bytes, even if a combining mark follows.
    private struct ScalarEscaping: MustacheContentType {
        func escapeText(_ text: String) -> String {
            guard text.utf8.contains(where: { Self.entity(of: $0) != nil }) else { return text }
            var escaped: [UInt8] = []
            for byte in text.utf8 {
                if let entity = Self.entity(of: byte) {
                    escaped.append(contentsOf: entity.utf8)
                } else {
                    escaped.append(byte)
                }
            }
            return String(decoding: escaped, as: UTF8.self)
        }

        private static func entity(of byte: UInt8) -> String? {
            switch byte {
            case UInt8(ascii: "<"): "&lt;"
            case UInt8(ascii: ">"): "&gt;"
            case UInt8(ascii: "&"): "&amp;"
            case UInt8(ascii: "\""): "&quot;"
            case UInt8(ascii: "'"): "&#39;"
            default: nil
            }
        }
    }
#else
    /// The templates of the pages, which need the package trait `Server`.
    struct PageTemplates: Sendable {
        static let isAvailable = false

        let problems: [String] = []

        init(_: [String: String], builtIn _: [String: String]) {}

        func render(_: Any, with _: String) -> String? { nil }
    }
#endif
