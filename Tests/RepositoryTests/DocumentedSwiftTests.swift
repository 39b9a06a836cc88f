import Foundation
import Testing

/// Checks that the Swift code of the documentation is compiled: a test target contains each block of a page between
/// the comments `Sample of PAGE` and `End of sample`.
@Suite struct `Documented Swift code` {
    /// Returns the text that is compared: without white space, imports, comments and `@main`.
    private static func code(_ lines: some Sequence<Substring>) -> String {
        lines.filter { !$0.hasPrefix("import ") }
            .map { line in
                line.replacing(#/(?:^|\s)\/\/.*|@main /#, with: "").filter { !$0.isWhitespace }
            }
            .joined()
    }

    private static func samples() throws -> [String: [String]] {
        var found: [String: [String]] = [:]
        for file in try ProjectSources.everything.get() {
            var sample: (page: String, lines: [Substring])?
            for line in file.textLines.map({ Substring($0) }) {
                if let mark = line.wholeMatch(of: #/\s*// Sample of (\S+\.md)/#) {
                    sample = (String(mark.1), [])
                } else if let (page, lines) = sample, line.contains("// End of sample") {
                    found[page, default: []].append(code(lines))
                    sample = nil
                } else {
                    sample?.lines.append(line)
                }
            }
        }
        return found
    }

    /// Returns the pages with Swift code, except for package manifests.
    private static func blocks() throws -> [String: [String]] {
        let docs =
            FileManager.default.enumerator(atPath: Tree.root.appending(path: "docs").path)?
            .compactMap { $0 as? String } ?? []
        let pages = docs.filter { $0.hasSuffix(".md") && !$0.hasPrefix("decisions/") }.map { "docs/" + $0 }
        var found: [String: [String]] = [:]
        for page in pages + ["README.md"] {
            var block: [Substring]?
            for line in try Tree.text(page).split(separator: "\n", omittingEmptySubsequences: false) {
                if line.hasPrefix("```swift") {
                    block = []
                } else if let lines = block, line == "```" {
                    let isManifest = lines.first?.contains("swift-tools-version") ?? false
                    if !isManifest { found[page, default: []].append(code(lines)) }
                    block = nil
                } else {
                    block?.append(line)
                }
            }
        }
        return found
    }

    @Test func `every block is compiled by a test target`() throws {
        let (blocks, samples) = (try Self.blocks(), try Self.samples())
        #expect(blocks["README.md"]?.count == 1 && blocks.count >= 8)
        for (page, code) in blocks {
            for block in code {
                #expect(samples[page]?.contains(block) == true, "\(page): \(block.prefix(80))")
            }
        }
    }

    @Test func `every sample is shown by its page`() throws {
        let blocks = try Self.blocks()
        for (page, samples) in try Self.samples() {
            #expect(samples.allSatisfy { blocks[page]?.contains($0) == true }, "\(page)")
        }
    }
}
