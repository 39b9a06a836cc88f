import IlkFraming
import IlkVocabulary
import Testing

@testable import IlkLearning

@Suite("Files of labeled texts") struct LabeledTextReaderTests {
    /// Texts as `line label text`, and problems as `line:column reason`.
    private func read(
        _ bytes: [UInt8], _ format: LabeledTextFormat, _ fields: LabeledTextFields = LabeledTextFields(),
        labels: LabeledTextReader.LabelRequirement = .one, separator: String = ","
    ) -> [String] {
        var found: [String] = []
        LabeledTextReader(
            format: format, fields: fields, labels: labels, labelSeparator: separator
        ).read(bytes) { line, outcome in
            switch outcome {
            case .success(let text):
                let labels = ([text.label] + text.furtherLabels).joined(separator: "+")
                let further = [text.source, text.weight.map { "\($0)" }].compactMap(\.self)
                found.append((["\(line)", labels, text.text] + further).joined(separator: "|"))
            case .failure(let problem):
                found.append("\(problem.line):\(problem.column ?? 0) \(problem.reason)")
            }
        }
        return found
    }

    private func read(
        _ text: String, _ format: LabeledTextFormat, _ fields: LabeledTextFields = LabeledTextFields(),
        labels: LabeledTextReader.LabelRequirement = .one, separator: String = ","
    ) -> [String] { read(Array(text.utf8), format, fields, labels: labels, separator: separator) }

    @Test(arguments: [
        ("text,label\na,x\n\"b, c\",y\n", ["2|x|a", "3|y|b, c"]),
        ("\u{FEFF}label,text\r\nx,\"a\r\nb \"\"c\"\"\"\r\ny,d\r\n", ["2|x|a\r\nb \"c\"", "4|y|d"]),
        ("id;label;text\n1;x;a, b\n", ["2|x|a, b"]), ("\"text, raw\";label;text\nz;x;a\n", ["2|x|a"]),
        ("text\tlabel\n\"a\tb\"\tx\n", ["2|x|a\tb"]),
        ("text,label,source,weight\na,x,web,0.5\nb,y,,\n", ["2|x|a|web|0.5", "3|y|b"]),
        ("text,label\n,x\n\n\"\",y", ["2|x|", "4|y|"]), ("", []), ("text,label\n", []),
        ("'text,label\n'=a,x\n''b,y\n", ["2|x|=a", "3|y|'b"]),
    ])
    func `rows of CSV are read by the names in the header row`(text: String, texts: [String]) {
        #expect(read(text, .csv) == texts)
    }

    @Test(arguments: [
        ("text,team\na,x\n", ["1:1 missing column 'label'; the columns are: text, team"]),
        ("text,label,text\na,x,b\n", ["1:1 2 columns are named 'text'; expected one"]),
        ("text,label\na\nb,y\n", ["2:2 1 field; expected 2: text, label", "3|y|b"]),
        ("text,label\n\"a\nb\",x,\"c\"\n", ["3:6 3 fields; expected 2: text, label"]),
        (
            "text,label\na,\nb,\"\"\n",
            ["2:3 the label is empty: column 'label'", "3:4 the label is empty: column 'label'"]
        ),
        (
            "text,label\n5\" nails,x\n",
            ["2:2 a quote in a field without quotes; quote the field and double each quote in it (\"\")"]
        ),
        (
            "text,label\n\"a\"b,x\nc,y\n",
            ["2:4 text after the closing quote; expected a separator or the end of the line", "3|y|c"]
        ),
        (
            "text,label\na,x\n\"b,y\nc,z\n",
            ["2|x|a", "3:1 a field in quotes is not closed; expected a closing quote"]
        ),
        (
            "text,label,weight\na,x,0\n",
            ["2:5 column 'weight' is not a number greater than 0 and at most 1000"]
        ),
    ])
    func `an invalid row names its line, its column and the expected content`(text: String, found: [String]) {
        #expect(read(text, .csv) == found)
    }

    @Test func `columns are named or numbered`() {
        let named = LabeledTextFields(text: "message", label: "team")
        #expect(read("id,team,message\n1,x,a\n", .csv, named) == ["2|x|a"])
        let numbered = LabeledTextFields(text: "3", label: "2", source: "1")
        #expect(read("1,x,a\n2,y,b\n", .csv, numbered) == ["1|x|a|1", "2|y|b|2"])
        #expect(read("x\ta \"b\n", .tsv, LabeledTextFields(text: "2", label: "1")) == ["1|x|a \"b"])
        #expect(
            read("1,x\n", .csv, numbered) == ["1:1 missing column 3; the first row has 2 columns"])
        #expect(
            read("1,x,a\n2,y\n", .csv, numbered) == [
                "1|x|a|1", "2:4 2 fields; expected 3, as in the first row",
            ])
        #expect(
            read("text,label\na,x\n", .csv, LabeledTextFields(source: "from"))
                == ["1:1 missing column 'from'; the columns are: text, label"])
    }

    @Test(
        arguments: [
            ("{\"text\":\"a\",\"label\":\"x\\ty\"}\n", .jsonl, "1:21"),
            ("{\"label\":\"x\\ny\",\"text\":\"a\"}\n", .jsonl, "1:10"),
            ("{\"text\":\"a\",\"label\":[\"x\",\" y\"]}\n", .jsonl, "1:21"),
            ("text,label\na,\"x\ny\"\n", .csv, "2:4"), ("label\ttext\nx\u{1}\ta\n", .tsv, "2:1"),
            ("__label__x\u{1} a\n", .fasttext, "1:1"),
            ("label,text\n" + String(repeating: "x", count: 129) + ",a\n", .csv, "2:1"),
        ] as [(String, LabeledTextFormat, String)])
    func `a label that no taxonomy can have names its place`(
        text: String, format: LabeledTextFormat, place: String
    ) {
        let found = read(text, format, labels: .any)
        #expect(found.count == 1 && found[0].hasPrefix("\(place) a label must be one line"), "\(found)")
    }

    @Test func `quotes are ordinary characters in TSV`() {
        #expect(
            read("label\ttext\r\nham\t\"Hi\" she said\r\nspam\t\"\r\n", .tsv) == [
                "2|ham|\"Hi\" she said", "3|spam|\"",
            ])
        #expect(read("label\ttext\nham\ta\tb\n", .tsv) == ["2:7 3 fields; expected 2: label, text"])
    }

    @Test(arguments: [
        ("__label__x hello  world\r\n", ["1|x|hello  world"]),
        ("\n__label__x\ta __label__x b\n", ["2|x|a b"]), ("__label__x\n", ["1|x|"]),
        ("hello\n", ["1:1 no label; expected __label__NAME before the text"]),
        ("__label__ a\n", ["1:1 the label is empty; expected __label__NAME"]),
        ("__label__x __label__y a\n", ["1:1 2 labels: x, y; expected one"]),
    ])
    func `lines of fastText have one label and a text`(text: String, found: [String]) {
        #expect(read(text, .fasttext) == found)
    }

    @Test func `several labels and none are kept on request`() {
        let text = "__label__x __label__y a\nb\n"
        #expect(read(text, .fasttext, labels: .any) == ["1|x+y|a", "2||b"])
        #expect(
            read(text, .fasttext, labels: .atMostOne) == ["1:1 2 labels: x, y; expected one", "2||b"])
        #expect(read("text\na\n", .csv, labels: .atMostOne) == ["2||a"])
        #expect(read(#"{"text":"a"}"#, .jsonl, labels: .atMostOne) == ["1||a"])
    }

    @Test func `several labels are an array in JSON Lines and a divided field in tables`() {
        let lines = """
            {"text":"a","label":["x","y"]}
            {"text":"b","label":[]}
            {"text":"c","label":"x"}
            {"text":"d","label":""}
            {"text":"e"}
            """
        let expected = [
            "1|x+y|a", "2||b", "3|x|c", "4:21 the label is empty: field 'label'",
            "5:12 missing field 'label' (a string or an array of strings)",
        ]
        #expect(read(lines, .jsonl, labels: .any) == expected)
        #expect(read(lines, .jsonl, labels: .oneOrArray).prefix(4) == expected.prefix(4))
        #expect(
            read(lines, .jsonl).first == "1:21 field 'label' is not a string; expected a string")
        let table = "text,label\na,\"x, y,x\"\nb,\nc,x\nd,\" , \"\n"
        #expect(read(table, .csv, labels: .any) == ["2|x+y|a", "3||b", "4|x|c", "5||d"])
        #expect(read(table, .csv, labels: .oneOrArray).first == "2|x, y,x|a")
        #expect(read("text\tlabel\na\tx|y\n", .tsv, labels: .any, separator: "|") == ["2|x+y|a"])
        #expect(
            read("text\na\n", .csv, labels: .any) == ["1:1 missing column 'label'; the columns are: text"])
        #expect(
            read("__label__x __label__y a\n", .fasttext, labels: .oneOrArray) == [
                "1:1 2 labels: x, y; expected one"
            ])
    }

    @Test func `JSON Lines keep their place and name the field`() {
        let lines = """
            {"text":"a","label":"x"}

            {"text":"b"}
            {"text":7,"label":"x"}
            [1]
            {"text":"c","label":""}
            """
        #expect(
            read(lines, .jsonl) == [
                "1|x|a", "3:12 missing field 'label' (a string)",
                "4:9 field 'text' is not a string; expected a string",
                "5:1 not a JSON object; expected an object with a text and a label",
                "6:21 the label is empty: field 'label'",
            ])
        let nested = LabeledTextFields(text: "mail.body", label: "team")
        #expect(read(#"{"mail":{"body":"a"},"team":"x"}"#, .jsonl, nested) == ["1|x|a"])
    }

    @Test(arguments: LabeledTextFormat.allCases)
    func `other encodings than UTF-8 are rejected`(_ format: LabeledTextFormat) {
        let files: [[UInt8]] = [[0xFF, 0xFE, 0x61, 0], [0x61, 0, 0x62, 0, 0x63, 0], [0, 0x61, 0, 0x62]]
        for bytes in files {
            #expect(read(bytes, format) == ["1:1 UTF-16; expected UTF-8"])
        }
        #expect(
            read(Array("PK".utf8) + [3, 4, 20, 0], format) == [
                "1:1 a spreadsheet or an archive; expected text"
            ])
        let latin = "text,label\ncaf\u{E9},x\n".unicodeScalars.map { UInt8($0.value) }
        if format == .csv {
            #expect(read(latin, .csv) == ["2:4 column 'text' is not valid UTF-8"])
        }
        let words = "__label__x caf\u{E9}\n".unicodeScalars.map { UInt8($0.value) }
        if format == .fasttext { #expect(read(words, .fasttext) == ["1:15 not valid UTF-8"]) }
    }

    @Test func `a file lists its texts, their lines and its problems`() {
        let file = LabeledTextFile(
            Array("text,label\n\"a\nb\",x\nc\nd,y\n".utf8), format: .csv, sources: ["one", "two", "three"])
        #expect(file.texts.map(\.text) == ["a\nb", "d"])
        #expect(file.texts.map(\.source) == ["one", "three"])
        #expect(file.lines == [2, 5] && file.problems.map(\.line) == [4])
    }

    @Test func `listed sources override the sources in the records`() {
        let records = Array(#"{"text":"a","label":"x","source":"field"}"#.utf8)
        #expect(LabeledTextFile(records, sources: ["list"]).texts.map(\.source) == ["list"])
        #expect(LabeledTextFile(records).texts.map(\.source) == ["field"])
    }
}
