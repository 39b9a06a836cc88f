/// The kinds of problems that a rule file can have. The codes are stable: scripts may rely on them.
public enum RuleDiagnosticCode: String, Sendable, Hashable, CaseIterable {
    // MARK: The file

    /// The file is not YAML, or not UTF-8.
    case yamlSyntax = "R001"
    /// The file is larger than is read, or has more entries than are read.
    case tooLarge = "R002"
    /// Lists and mappings are nested deeper than is read.
    case tooDeep = "R003"
    /// There are more aliases than are followed.
    case tooManyAliases = "R004"
    /// A mapping has a key twice.
    case duplicateKey = "R005"
    /// A mapping has a key that means nothing there.
    case unknownKey = "R006"
    /// A key is missing.
    case missingKey = "R007"
    /// A value is of another type than its key takes, or has several lines where one is wanted.
    case wrongType = "R008"
    /// The version of the format is not known.
    case unknownVersion = "R009"
    /// The pack is for another taxonomy.
    case unknownTaxonomy = "R010"

    // MARK: The rule

    /// The taxonomy has no such label.
    case unknownLabel = "R011"
    /// A weight is not a decimal number, not finite or out of range.
    case badWeight = "R012"
    /// An id or a matcher's name is not well formed.
    case badName = "R013"
    /// Two rules have the same id.
    case duplicateID = "R014"
    /// The status, or a matcher's position, script or language, is none of those that there are.
    case unknownChoice = "R015"
    /// Two keys exclude each other.
    case conflictingKeys = "R016"

    // MARK: Patterns

    /// A pattern is empty.
    case emptyPattern = "R020"
    /// A regular expression does not compile.
    case badRegex = "R021"
    /// A regular expression can take very long on some texts.
    case backtracking = "R022"
    /// A regular expression matches every text.
    case matchesEverything = "R023"
    /// An entry of a word set holds what is no word.
    case notWords = "R024"
    /// A pattern is longer than is read.
    case patternTooLong = "R025"

    // MARK: Conditions

    /// A condition is not well formed.
    case conditionSyntax = "R030"
    /// A condition names a matcher or a feature that there is not.
    case unknownName = "R031"
    /// A condition calls a function that there is not.
    case unknownFunction = "R032"
    /// A matcher is not used by the rule's condition.
    case unusedMatcher = "R033"
    /// A condition names a rule that there is not.
    case unknownRule = "R034"
    /// Rules depend on each other in a circle.
    case ruleCycle = "R035"
    /// A condition names a rule that never fires.
    case deprecatedRule = "R036"
    /// A number has another unit than what it is compared with, or one that there is not.
    case wrongUnit = "R037"
    /// Matchers of a rule stand near each other in a circle.
    case matcherCycle = "R038"

    // MARK: Examples

    /// A rule has no text that it must match.
    case noMatchExample = "R040"
    /// A rule has no text that it must not match.
    case noRejectExample = "R041"

    // MARK: Override files

    /// An override file names a rule that there is not.
    case unknownOverride = "R060"
    /// A name of rules is neither an id nor a pattern of ids.
    case badRulePattern = "R061"
    /// The same thing of a rule is changed twice in one layer.
    case changedTwice = "R062"
    /// One weight is given to a rule that has several labels, or none.
    case severalLabels = "R063"
    /// A change changes nothing.
    case idleChange = "R064"

    // MARK: What conditions come to

    /// A condition, or a clause of it, can never hold.
    case neverHolds = "R070"
    /// A condition, or a clause of it, always holds.
    case alwaysHolds = "R071"
    /// A feature or a count is compared with a number that it never reaches.
    case outOfRange = "R072"
    /// Two rules hold for the same texts.
    case duplicateRule = "R073"
    /// A rule holds only where another one does that speaks for the same.
    case shadowedRule = "R074"

    // MARK: The machine

    /// The words of word sets cannot be told: ICU has no break rules here.
    case noSegmenter = "R050"
    /// There were more problems than are kept.
    case tooManyProblems = "R051"
}
