/// The values that a page's template renders: the values of the layout, and the view of the page.
struct PageFrame {
    struct Files {
        let style: String
        let script: String
        let icon: String
    }

    struct Account {
        let name: String
        let role: String
        let pages: [PageLinks.Link]
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
        ///   - formats: The formats in which the records can be downloaded.
        init(_ path: String, as formats: [DataFormat] = [.json]) {
            self.path = path
            forms = formats.map { Form(name: $0.rawValue.uppercased(), path: Self.download(path, as: $0)) }
        }

        private static func download(_ path: String, as format: DataFormat) -> String {
            // People open a CSV from a page in a spreadsheet.
            let guarded = path + (path.contains("?") ? "&" : "?") + "spreadsheet=true"
            let path = format == .csv ? guarded : path
            return "/ui/data?path=\(PagePath.encoded(path))&as=\(format.rawValue)"
        }

        /// Returns the link to the JSON of a request, with the request as its name.
        static func link(to path: String) -> Form {
            Form(name: "GET \(path)", path: path.hasPrefix("/v1/") ? download(path, as: .json) : path)
        }
    }

    let title: String
    let files: Files
    let version: String
    /// The account, or `nil` before signing in.
    let account: Account?
    /// The secret in the forms of the page, against cross-site request forgery.
    let formToken: String
    /// The message about the last change, or `nil`.
    let message: PageNotice?
    /// The warning about invalid replacement files, or `nil`.
    let warning: String?
    /// The links to the parts of the page, or to the same page of other taxonomies.
    let navigation: PageLinks?
    /// The query parameters of the page's URL that are not empty.
    let query: [String: String]
    let source: Source?
    /// The other requests to the API whose records the page shows, with the links to their JSON.
    let others: [Source.Form]
    let view: Any
}
