import Testing

@testable import IlkFraming

@Suite("Labeled lines") struct LabeledLineReaderTests {
    @Test(arguments: [
        (#"{"text":"a","label":"code"}"#, LabeledLine(text: "a", label: "code")),
        (
            #"{"source":"web","label":"c\u006fde","extra":[1],"text":"é\n"}"#,
            LabeledLine(text: "é\n", label: "code", source: "web")
        ),
        (#"{"text":"a","label":"x","source":null}"#, LabeledLine(text: "a", label: "x")),
        (#"{"text":"a","label":"x","weight":null}"#, LabeledLine(text: "a", label: "x")),
        (#"{"weight":2.5e-1,"text":"a","label":"x"}"#, LabeledLine(text: "a", label: "x", weight: 0.25)),
        (#"{"weight":1000,"text":"a","label":"x"}"#, LabeledLine(text: "a", label: "x", weight: 1_000)),
        (#"{"text":"a\ud800","label":"x"}"#, LabeledLine(text: "a\u{FFFD}", label: "x", repairs: 1)),
        (#"{"text":"a","label":"x","label":"y"}"#, LabeledLine(text: "a", label: "y")),
    ])
    func `text, label, source and weight are parsed`(line: String, labeled: LabeledLine) throws {
        var reader = LabeledLineReader()
        #expect(try lend(Array(line.utf8)) { try reader.read($0) } == labeled)
    }

    @Test(arguments: [
        (#""2026-01-31T12:00:00Z""#, 1_769_860_800), (#""2026-01-31T13:00:00.5+01:00""#, 1_769_860_800.5),
        ("1769860800", 1_769_860_800), (#""1.5e3""#, 1_500), ("-1", -1),
    ])
    func `the time is RFC 3339 or a number of seconds`(value: String, time: Double) throws {
        var reader = LabeledLineReader(timeField: "meta.date")
        let line = #"{"text":"a","label":"x","meta":{"date":\#(value)}}"#
        #expect(try lend(Array(line.utf8)) { try reader.read($0) }.time == time)
    }

    @Test(arguments: [
        (#"{"text":"a","label":"x"}"#, 23, "missing field 'date'"),
        (#"{"text":"a","label":"x","date":"May 1"}"#, 31, "RFC 3339"),
        (#"{"text":"a","label":"x","date":"2026-02-30T00:00:00Z"}"#, 31, "RFC 3339"),
        (#"{"text":"a","label":"x","date":null}"#, 31, "seconds since 1970"),
        (#"{"text":"a","label":"x","date":"nan"}"#, 31, "seconds since 1970"),
    ])
    func `an invalid time is reported with its offset`(line: String, offset: Int, message: String) {
        var reader = LabeledLineReader(timeField: "date")
        #expect {
            try lend(Array(line.utf8)) { try reader.read($0) }
        } throws: { error in
            guard let error = error as? JSONLineError else { return false }
            return error.offset == offset && error.detail.contains(message)
        }
    }

    @Test(arguments: [
        (#"{"text":"a"}"#, JSONLineError.Code.fieldMissing, 11), (#"{"label":"a"}"#, .fieldMissing, 12),
        (#"{"text":"a","label":3}"#, .fieldNotAString, 20),
        (#"{"text":"a","label":"x","source":3}"#, .fieldNotAString, 33),
        (#"{"text":"a","label":"x","weight":"3"}"#, .fieldNotANumber, 33),
        (#"{"text":"a","label":"x","weight":0}"#, .fieldNotANumber, 33),
        (#"{"text":"a","label":"x","weight":-1}"#, .fieldNotANumber, 33),
        (#"{"text":"a","label":"x","weight":1001}"#, .fieldNotANumber, 33),
        (#"{"text":"a","label":"x","weight":1e999}"#, .fieldNotANumber, 33),
        (#"{"text":"a","label":"x","weight":true}"#, .fieldNotANumber, 33),
        (#"{"text":"a","label":"x"}]"#, .notJSON, 24), (#"[]"#, .notAnObject, 0),
    ])
    func `a field error is reported with its offset`(line: String, code: JSONLineError.Code, offset: Int) {
        var reader = LabeledLineReader()
        #expect {
            try lend(Array(line.utf8)) { try reader.read($0) }
        } throws: { error in
            guard let error = error as? JSONLineError else { return false }
            return error.code == code && error.offset == offset
        }
    }

    @Test(arguments: [
        (#"{"text":"a","label":["x","y"]}"#, ["x", "y"], true), (#"{"text":"a","label":[]}"#, [], true),
        (#"{"text":"a","label":[ "c\u006fde" , "x", "x" ]}"#, ["code", "x"], true),
        (#"{"text":"a","label":"x"}"#, ["x"], false),
    ])
    func `an array of labels is read on request, each label once`(
        line: String, labels: [String], isArray: Bool
    ) throws {
        var reader = LabeledLineReader()
        let found = try lend(Array(line.utf8)) { try reader.read($0, allowsArray: true) }
        #expect((found.label.isEmpty ? [] : [found.label]) + found.furtherLabels == labels)
        #expect(found.hasLabelArray == isArray)
    }

    @Test(arguments: [
        (#"{"text":"a","label":["x",3]}"#, "is not an array of strings"),
        (#"{"text":"a","label":["x",null]}"#, "is not an array of strings"),
        (#"{"text":"a","label":["x",""]}"#, "has an empty label"),
        (#"{"text":"a","label":["\ud800"]}"#, "is not an array of valid Unicode strings"),
        (#"{"text":"a","label":{"x":1}}"#, "is not a string"),
    ])
    func `an invalid array of labels is reported with its offset`(line: String, reason: String) {
        var reader = LabeledLineReader()
        #expect {
            try lend(Array(line.utf8)) { try reader.read($0, allowsArray: true) }
        } throws: { error in
            guard let error = error as? JSONLineError else { return false }
            return error.code == .fieldNotAString && error.offset == 20
                && error.detail == "field 'label' \(reason)"
        }
    }

    @Test func `the field names can be changed`() throws {
        var reader = LabeledLineReader(textField: "body", labelField: "class")
        let line = Array(#"{"body":"a","class":"b","text":1}"#.utf8)
        #expect(try lend(line) { try reader.read($0) } == LabeledLine(text: "a", label: "b"))
    }

    @Test(arguments: [
        (#"{"mail":{"body":"a\u00e9","n":{"x":1}},"meta":{"team":{"name":"b"}}}"#, "aé", "b"),
        (#"{"mail":{"body":"x"},"mail":{"body":"a"},"meta":{"team":{"name":"b"}}}"#, "a", "b"),
        (#"{"mail.body":"a","mail":{"body":"x"},"meta.team.name":"b"}"#, "a", "b"),
    ])
    func `a path with dots names a field of a nested object`(line: String, text: String, label: String) throws
    {
        var reader = LabeledLineReader(textField: "mail.body", labelField: "meta.team.name")
        #expect(try lend(Array(line.utf8)) { try reader.read($0) } == LabeledLine(text: text, label: label))
    }

    @Test(arguments: [
        (#"{"mail":"a","label":"b"}"#, JSONLineError.Code.fieldMissing, 23),
        (#"{"mail":{"body":3},"label":"b"}"#, .fieldNotAString, 16),
        (#"{"mail":{"body":{"body":"a"}},"label":"b"}"#, .fieldNotAString, 16),
        (#"{"mail":[{"body":"a"}],"label":"b"}"#, .fieldMissing, 34),
    ])
    func `an error in a nested field has its offset in the line`(
        line: String, code: JSONLineError.Code, offset: Int
    ) {
        var reader = LabeledLineReader(textField: "mail.body")
        #expect {
            try lend(Array(line.utf8)) { try reader.read($0) }
        } throws: { error in
            guard let error = error as? JSONLineError else { return false }
            return error.code == code && error.offset == offset && error.detail.contains("'mail.body'")
        }
    }
}
