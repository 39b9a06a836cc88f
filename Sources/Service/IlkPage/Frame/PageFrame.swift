/// The values of a page: the values for the layout, and the view for the page's template.
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
    /// The problem of replacement files.
    let warning: String?
    /// The links to the parts of the page, or to the same page of other taxonomies.
    let navigation: PageLinks?
    /// The parameters of the address that have a value.
    let query: [String: String]
    let source: Source?
    let view: Any
}
