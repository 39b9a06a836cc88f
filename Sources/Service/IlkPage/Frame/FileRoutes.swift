import IlkHTTP

/// The files that pages load, and the start page.
struct FileRoutes {
    let pages: Pages

    var routes: [Route] { [start, home, file] }

    private var start: Route {
        pages.route(.get, "/", "openStartPage", "Open the pages.", []) { _ in
            Pages.redirect(to: "/ui/overview")
        }
    }

    private var home: Route {
        pages.route(.get, "/ui", "openPages", "Open the pages.", []) { _ in Pages.redirect(to: "/ui/overview")
        }
    }

    private var file: Route {
        let types = Array(Set(PageFiles.loaded.values.map { MediaType($0).name })).sorted()
        return Route(
            .get, "/ui/files/{digest}/{name}", "loadPageFile", tag: "page", "Load a file of the pages.",
            parameters: ["digest", "name"].map {
                Parameter(.path, .init($0, .string(1...100), isRequired: true))
            },
            answers: [.init(200, "The file.", types)]
        ) { [pages] call in
            let name = call.value("name")?.string ?? ""
            guard let type = PageFiles.loaded[name], let bytes = pages.files.files[name],
                call.request.path == pages.files.path(of: name)
            else { throw Problem.notFound }
            var response = APIResponse(200, type, .bytes(bytes))
            response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
            return Pages.protected(response)
        }
    }
}
