/// The values of a page: those of the layout, and the view of its template.
struct PageFrame {
    struct Files {
        let style: String
        let script: String
        let icon: String
    }

    struct Account {
        struct Link {
            let name: String
            let path: String
            let isCurrent: Bool
        }

        let name: String
        let role: String
        let pages: [Link]
    }

    /// A request to the API that returns the records of the page.
    struct Source {
        struct Form {
            let name: String
            let path: String
        }

        let path: String
        let forms: [Form]

        /// - Parameters:
        ///   - path: The request with its query.
        ///   - formats: The formats in which it can be downloaded.
        init(_ path: String, as formats: [DataFormat] = [.json]) {
            self.path = path
            forms = formats.map {
                Form(
                    name: $0.rawValue.uppercased(),
                    path: "/ui/data?path=\(PagePath.encoded(path))&as=\($0.rawValue)")
            }
        }
    }

    let title: String
    let files: Files
    let version: String
    /// The account, or `nil` before signing in.
    let account: Account?
    /// The secret for the forms of the page.
    let formToken: String
    /// The message of the last change.
    let message: PageNotice?
    /// The problem of replaced files.
    let warning: String?
    let source: Source?
    let view: Any
}

/// The parts of addresses.
enum PagePath {
    /// Encodes a value for a path segment or a query.
    static func encoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
            }
        }
        return result
    }

    /// Returns a path with its encoded segments.
    static func path(_ segments: String...) -> String { segments.map { "/" + encoded($0) }.joined() }

    /// Returns a path with the pairs that have a value.
    static func path(_ path: String, _ query: [Pair]) -> String {
        let pairs = query.filter { !$0.value.isEmpty }.map { "\(encoded($0.key))=\(encoded($0.value))" }
        return pairs.isEmpty ? path : path + "?" + pairs.joined(separator: "&")
    }
}
