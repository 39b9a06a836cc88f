import IlkVocabulary
import Testing

@testable import IlkRules

/// Patterns of rule ids, and suggestions for misspelled names.
@Suite struct `Names of rules` {
    @Test(arguments: [
        ("a.b", "a.b", true), ("a.*", "a.b.c", true), ("*.c", "a.b.c", true), ("a?c", "abc", true),
        ("a.*", "b.a", false),
        ("*", "", true), ("a*b*c", "axxbyyc", true), ("a*b*c", "axxbyy", false), ("", "", true),
        ("?", "", false),
    ])
    func `globs match like in a shell`(_ glob: String, _ id: String, _ wanted: Bool) {
        #expect(RuleGlob(glob).matches(id) == wanted)
    }

    @Test(arguments: [
        ("emial", "email"), ("EMAIL", "email"), ("email.haeders", "email.headers"), ("ruels", "rules"),
        ("x", nil),
        ("entirely.other", nil), ("", nil),
    ])
    func `the nearest known name is suggested`(_ name: String, _ meant: String?) {
        #expect(Suggestion.nearest(to: name, among: ["email", "email.headers", "rules"]) == meant)
    }
}
