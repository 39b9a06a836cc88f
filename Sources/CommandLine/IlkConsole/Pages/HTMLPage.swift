/// A self-contained HTML page with a light and a dark mode. It has no scripts and refers to no other files.
package struct HTMLPage {
    /// The window title and main heading.
    package let title: String
    /// The text below the heading, in small type.
    package let subtitle: String
    /// The sections, as HTML.
    package private(set) var sections: [String] = []

    package init(title: String, subtitle: String) {
        self.title = title
        self.subtitle = subtitle
    }

    /// Appends a section.
    ///
    /// - Parameters:
    ///   - title: The heading.
    ///   - note: A sentence below the heading; empty for none.
    ///   - content: HTML.
    package mutating func add(_ title: String, note: String = "", _ content: String) {
        let said = note.isEmpty ? "" : "<p class=\"note\">\(Self.escaped(note))</p>\n"
        sections.append("<section>\n<h2>\(Self.escaped(title))</h2>\n\(said)\(content)\n</section>\n")
    }

    package var html: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="generator" content="ilk">
        <title>\(Self.escaped(title))</title>
        <style>
        \(Self.style)
        </style>
        </head>
        <body>
        <header><h1>\(Self.escaped(title))</h1><p>\(Self.escaped(subtitle))</p></header>
        <main>
        \(sections.joined())</main>
        </body>
        </html>

        """
    }

    /// Returns text escaped for HTML elements and attributes. Characters that are not allowed in HTML become
    /// U+FFFD.
    package static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\t", "\n": result.unicodeScalars.append(scalar)
            case let other where other.value < 0x20 || (0x7F...0x9F).contains(other.value):
                result += "\u{FFFD}"
            // Bidirectional embeddings, overrides and isolates could reverse the text that follows.
            case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Returns a table of HTML cells. All columns except the first contain numbers.
    package static func table(_ titles: [String], _ rows: [[String]]) -> String {
        var html = "<div class=\"wide\"><table><thead><tr>"
        html += titles.map { "<th>\($0)</th>" }.joined() + "</tr></thead><tbody>\n"
        for row in rows { html += "<tr>" + row.map { "<td>\($0)</td>" }.joined() + "</tr>\n" }
        return html + "</tbody></table></div>"
    }

    private static let style = """
        :root { color-scheme: light dark; --ink: #1b1f24; --soft: #5b6570; --line: #d7dce1; --card: #f6f7f9;
          --page: #ffffff; --c0: #1f6feb; --c1: #c2571a; --c2: #1a7f4b; --c3: #8a4bc0; --bad: #c0392b; }
        @media (prefers-color-scheme: dark) { :root { --ink: #e6e9ed; --soft: #9aa4af; --line: #363d45;
          --card: #1e2328; --page: #15181c; --c0: #5aa2ff; --c1: #f0904f; --c2: #4cc38a; --c3: #b98be6;
          --bad: #ff7b6b; } }
        * { box-sizing: border-box; }
        body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 62rem; color: var(--ink);
          background: var(--page); font: 15px/1.5 system-ui, sans-serif; }
        h1 { margin: 0; font-size: 1.6rem; } h2 { margin: 2.2rem 0 .4rem; font-size: 1.1rem; }
        header p, .note { margin: .2rem 0 .8rem; color: var(--soft); }
        .tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .7rem; }
        .tile { padding: .7rem .9rem; border-radius: .5rem; background: var(--card); }
        .tile b { display: block; font-size: 1.45rem; font-variant-numeric: tabular-nums; }
        .tile span { color: var(--soft); font-size: .85rem; }
        .wide { overflow-x: auto; }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
        th, td { padding: .25rem .7rem; text-align: right; border-bottom: 1px solid var(--line);
          white-space: nowrap; }
        th { color: var(--soft); font-weight: 600; } th:first-child, td:first-child { text-align: left; }
        svg { max-width: 100%; height: auto; } svg text { fill: var(--soft); font: 12px system-ui, sans-serif; }
        .axis { stroke: var(--line); fill: none; } .mark { stroke: var(--soft); } .ideal { stroke: var(--soft); stroke-dasharray: 4 4; }
        .pair { display: flex; flex-wrap: wrap; gap: 1.5rem; } .bad { color: var(--bad); }
        .pair > .wide { max-width: 100%; margin: 0; }
        pre { padding: .8rem 1rem; border-radius: .5rem; background: var(--card); white-space: pre-wrap;
          overflow-wrap: anywhere; font: 14px/1.6 ui-monospace, monospace; }
        mark { padding: 0 .1em; border-radius: .2em; color: inherit; }
        mark.for { background: color-mix(in srgb, var(--c2) 35%, transparent); }
        mark.against { background: color-mix(in srgb, var(--bad) 35%, transparent); }
        .bar { display: inline-block; height: .7em; border-radius: .2em; background: var(--c0); }
        .kind { margin-left: .3em; color: var(--soft); font-size: .8rem; }
        .phrase { max-width: 24rem; white-space: normal; }
        .seen { max-width: 22rem; color: var(--soft); font-size: .85rem; white-space: normal; }
        .wide + .wide { margin-top: 1rem; }
        .keys { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; margin: .2rem 0 .8rem; color: var(--soft);
          font-size: .85rem; }
        .keys svg { margin-right: .4em; vertical-align: middle; } .broad svg { width: 100%; }
        .narrow { display: none; } .narrow svg { width: 100%; max-width: 30rem; }
        @media (max-width: 40rem) { .narrow { display: block; } .broad { display: none; } }
        @media print { body { padding: 0; max-width: none; } h2 { break-after: avoid; }
          svg, tr, .tile { break-inside: avoid; } .wide { overflow: visible; } }
        """
}
