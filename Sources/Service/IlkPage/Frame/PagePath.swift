import IlkFraming
import IlkHTTP
import IlkVocabulary

/// Paths and queries of URLs.
enum PagePath {
    /// Encodes a value for a path segment or a query.
    static func encoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            if byte.isASCIIWord || "-.~".utf8.contains(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
            }
        }
        return result
    }

    /// Returns a path with its encoded segments.
    static func path(_ segments: String...) -> String { segments.map { "/" + encoded($0) }.joined() }

    /// Returns a path with a query. Pairs with an empty value are omitted.
    static func path(_ path: String, _ query: [Pair]) -> String {
        let pairs = query.filter { !$0.value.isEmpty }.map { "\(encoded($0.key))=\(encoded($0.value))" }
        return pairs.isEmpty ? path : path + "?" + pairs.joined(separator: "&")
    }

    /// Returns the path of the next page of a list, or `nil` on the last page.
    ///
    /// - Parameters:
    ///   - page: The page of records, from the API.
    ///   - path: The path of the page.
    ///   - query: The query parameters of the page's URL. The cursor is replaced.
    static func next(_ page: JSONTree, at path: String, _ query: [Pair]) -> String? {
        guard let last = page["next"]?.string?.split(separator: "?", maxSplits: 1).last,
            let cursor = QueryText.pairs(String(last))?.first(where: { $0.name == "cursor" })?.value
        else { return nil }
        return self.path(path, query.filter { $0.key != "cursor" } + [Pair("cursor", cursor)])
    }
}
