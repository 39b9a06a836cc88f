import CICU
import IlkVocabulary
import Synchronization

/// A regular expression, compiled at once or when it is first run. It is not run itself: every user takes a
/// ``RegexCursor`` of it.
package final class RegexPattern: Sendable {
    /// Why an expression does not compile.
    struct Failure: Error {
        /// ICU's name of the error.
        let name: String
        /// Where in the expression, in Unicode scalars.
        let scalarOffset: Int
    }

    /// A compiled expression.
    ///
    /// Unchecked: `ilk_regex_clone`, the only thing that is done with it until it is freed, reads what compiling wrote
    /// and counts references atomically.
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

    /// The expression as it is written.
    package let source: String
    private let state: Mutex<State>
    private let steps = Mutex(Steps.waiting)

    /// Compiles an expression in ICU's syntax.
    init(_ pattern: String) throws(Failure) {
        source = pattern
        state = Mutex(.compiled(try Self.compile(pattern)))
    }

    /// An expression that is known to compile, and is compiled when it is first run.
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

    /// The expression as a network, made when it is asked for; nil if it is not understood or too large.
    var network: PatternNetwork? { PatternParser.parse(source).flatMap { PatternNetwork($0.node) } }

    /// Whether ICU runs it at every place: steps cannot say what it says.
    package var isRunByICU: Bool { program == nil }

    /// The expression as steps of a ``PatternMachine``, made when that is first asked; nil when it cannot be said so.
    var program: PatternProgram? {
        steps.withLock { steps in
            if case .made(let program) = steps { return program }
            let program = PatternProgram(source)
            steps = .made(program)
            return program
        }
    }

    /// A cursor of its own, or nil when there is no memory for it or the expression does not compile.
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

    /// Whether it matches texts that have nothing in common: none at all, single characters, many lines.
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

    /// ICU tells a line from 1 and an offset in it from 0.
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
