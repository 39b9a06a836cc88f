import IlkAPI
import IlkPage
import IlkSyncStore

/// The pages of one run of `ilk serve`.
struct PageServing {
    /// The link that signs a person in to the pages once, or `nil` if none was requested.
    let link: SignInLink?

    /// Adds the pages to the services.
    ///
    /// - Parameters:
    ///   - settings: The settings of the run.
    ///   - parts: The services.
    init(_ settings: ServingSettings, in parts: inout ServerServices) {
        guard settings.servesPages, Pages.isAvailable else {
            link = nil
            return
        }
        let link = settings.opensPage ? SignInLink(SystemSyncClock()) : nil
        self.link = link
        var page = PageSettings()
        page.version = parts.version
        page.folder = settings.pageFiles
        page.isSecure = settings.isBehindProxy
        page.maxBody = settings.server.maxBody
        page.link = link
        parts.pages = { [page] backend in
            let pages = Pages(page, backend)
            for problem in pages.problems { Serving.report("page: \(problem)") }
            return pages.routes
        }
    }

    /// Prints the link.
    ///
    /// - Parameter address: The address of the server.
    func report(at address: String) {
        guard let link else { return }
        let minutes = SignInLink.time / 60_000
        Serving.report("sign-in link, valid once within \(minutes) minutes: \(address)\(link.path)")
    }
}
