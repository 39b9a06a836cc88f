import CICU
import IlkVocabulary
import Synchronization

/// A regular expression that is compiled on creation or on first use. Each thread runs the expression with a
/// separate ``RegexCursor``.
package final class RegexPattern: Sendable {
    struct Failure: Error {
        /// The name of the ICU error.
        let name: String
        /// The position in the expression in Unicode scalars.
        let scalarOffset: Int
    }

    /// A compiled expression.
    ///
    /// The type is `@unchecked` because the only operation on the expression until it is freed is
    /// `ilk_regex_clone`, which reads immutable data and counts references atomically.
    private struct Compiled: @unchecked Sendable {
        let regex: OpaquePointer
    }

    private enum State: Sendable {
        case waiting
        case compiled(Compiled)
        case failed
    }

    private enum Steps: Sendable {
        case waiting
        case made(PatternProgram?)
    }

    package let source: String
    private let state: Mutex<State>
    private let steps = Mutex(Steps.waiting)

    /// Compiles an expression in ICU's syntax.
    init(_ pattern: String) throws(Failure) {
        source = pattern
        state = Mutex(.compiled(try Self.compile(pattern)))
    }

    /// Creates an expression that certainly compiles. It is compiled on first use.
    init(deferred pattern: String) {
        source = pattern
        state = Mutex(.waiting)
    }

    private static func compile(_ pattern: String) throws(Failure) -> Compiled {
        var pattern = pattern
        var place = ilk_regex_error()
        var status: Int32 = 0
        let regex = pattern.withUTF8 { bytes in
            ilk_regex_compile(bytes.baseAddress, Int32(bytes.count), 0, &place, &status)
        }
        guard let regex, status == 0 else {
            let offset = Self.scalarOffset(pattern, line: Int(place.line), offset: Int(place.offset))
            throw Failure(name: String(cString: ilk_icu_error_name(status)), scalarOffset: offset)
        }
        return Compiled(regex: regex)
    }

    deinit {
        let compiled = state.withLock { state -> Compiled? in
            if case .compiled(let compiled) = state { return compiled }
            return nil
        }
        if let compiled { ilk_regex_free(compiled.regex) }
    }

    /// The automaton of the expression, built on each access, or `nil` if it is unsupported or too large.
    var network: PatternAutomaton? { PatternParser.parse(source).flatMap { PatternAutomaton($0.node) } }

    /// `true` if the expression has no pattern program, so that only ICU can run it.
    package var isRunByICU: Bool { program == nil }

    /// The pattern program of the expression, compiled on first use, or `nil` if it cannot be compiled.
    var program: PatternProgram? {
        steps.withLock { steps in
            if case .made(let program) = steps { return program }
            let program = PatternProgram(source)
            steps = .made(program)
            return program
        }
    }

    /// Returns a new cursor, or `nil` if memory is exhausted or the expression does not compile.
    func cursor() -> RegexCursor? {
        let compiled = state.withLock { state -> Compiled? in
            if case .waiting = state {
                do { state = .compiled(try Self.compile(source)) } catch { state = .failed }
            }
            if case .compiled(let compiled) = state { return compiled }
            return nil
        }
        var status: Int32 = 0
        guard let compiled, let clone = ilk_regex_clone(compiled.regex, &status), status == 0 else {
            return nil
        }
        return RegexCursor(clone)
    }

    /// `true` if the expression matches several test texts that have no character in common, such as the
    /// empty text and many lines.
    var matchesEverything: Bool {
        guard let cursor = cursor() else { return false }
        let lines = String(repeating: "q 7,\n", count: 200)
        return ["", " #", "7", "q", "\u{4E00}", lines].allSatisfy { text in
            let bytes = Array(text.utf8)
            return bytes.withUnsafeBufferPointer { bytes in
                guard cursor.begin(bytes), case .match = cursor.next() else { return false }
                return true
            }
        }
    }

    /// Returns the offset of an error position. ICU counts lines from 1 and offsets in a line from 0.
    private static func scalarOffset(_ pattern: String, line: Int, offset: Int) -> Int {
        var before = 0
        var lines = max(0, line - 1)
        for scalar in pattern.unicodeScalars where lines > 0 {
            before += 1
            if scalar == "\n" { lines -= 1 }
        }
        return min(before + max(0, offset), pattern.unicodeScalars.count)
    }
}
