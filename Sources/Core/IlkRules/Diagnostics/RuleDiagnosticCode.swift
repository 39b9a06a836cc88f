/// The types of problems in rule files. The codes are stable, so scripts may rely on the codes.
public enum RuleDiagnosticCode: String, Sendable, Hashable, CaseIterable, Codable {
    // MARK: The file

    /// The file is not valid YAML or UTF-8.
    case yamlSyntax = "R001"
    /// The file has more bytes or entries than allowed.
    case tooLarge = "R002"
    /// Lists and mappings are nested more deeply than allowed, or a chain of rules is longer than allowed.
    case tooDeep = "R003"
    /// The file has more aliases than allowed.
    case tooManyAliases = "R004"
    /// A mapping contains a key twice.
    case duplicateKey = "R005"
    /// A mapping contains an unknown key.
    case unknownKey = "R006"
    /// A required key is missing.
    case missingKey = "R007"
    /// A value has the wrong type, or several lines where one is required.
    case wrongType = "R008"
    /// The version of the file format is unknown.
    case unknownVersion = "R009"
    /// The pack is for another taxonomy.
    case unknownTaxonomy = "R010"

    // MARK: The rule

    /// The taxonomy has no such label.
    case unknownLabel = "R011"
    /// A weight is not a finite decimal number in range.
    case badWeight = "R012"
    /// The id of a rule or the name of a matcher is malformed.
    case badName = "R013"
    /// Two rules have the same id.
    case duplicateID = "R014"
    /// The status of a rule, or the position, script or language of a matcher, has an unknown value.
    case unknownChoice = "R015"
    /// Two keys exclude each other.
    case conflictingKeys = "R016"

    // MARK: Patterns

    /// A pattern is empty.
    case emptyPattern = "R020"
    /// A regular expression does not compile.
    case badRegex = "R021"
    /// A regular expression can reach the step limit on texts of usual length.
    case manySteps = "R022"
    /// A regular expression matches every text.
    case matchesEverything = "R023"
    /// An entry of a word set contains characters that are not part of words.
    case notWords = "R024"
    /// A pattern is longer than allowed.
    case patternTooLong = "R025"

    // MARK: Conditions

    /// A condition is malformed.
    case conditionSyntax = "R030"
    /// A condition refers to an unknown matcher or feature.
    case unknownName = "R031"
    /// A condition calls an unknown function.
    case unknownFunction = "R032"
    /// The condition of a rule does not use one of its matchers.
    case unusedMatcher = "R033"
    /// A condition refers to an unknown rule.
    case unknownRule = "R034"
    /// Rules depend on each other in a cycle.
    case ruleCycle = "R035"
    /// A condition refers to a deprecated rule, which never matches.
    case deprecatedRule = "R036"
    /// A number has an unknown unit, or the operands have different units.
    case wrongUnit = "R037"
    /// The `near` links of a rule's matchers form a cycle.
    case matcherCycle = "R038"

    // MARK: Examples

    /// A stable rule has no example that it must match.
    case noMatchExample = "R040"
    /// A stable rule has no example that it must not match.
    case noRejectExample = "R041"

    // MARK: Override files

    /// An override file refers to an unknown rule.
    case unknownOverride = "R060"
    /// A name in an override file is neither a valid rule id nor a valid pattern of rule ids.
    case badRulePattern = "R061"
    /// Override files of one layer change the same property of a rule twice.
    case changedTwice = "R062"
    /// An override file sets a single weight for a rule that does not have exactly one label.
    case severalLabels = "R063"
    /// A change in an override file has no effect.
    case changeWithoutEffect = "R064"

    // MARK: Constant and redundant conditions

    /// A condition, or one of its clauses, is never true.
    case neverTrue = "R070"
    /// A condition, or one of its clauses, is always true.
    case alwaysTrue = "R071"
    /// A feature or a count is compared with a number outside its range.
    case outOfRange = "R072"
    /// Two rules match the same texts.
    case duplicateRule = "R073"
    /// A rule matches only texts that another rule for the same labels matches too.
    case shadowedRule = "R074"

    // MARK: System

    /// Word sets cannot be segmented because ICU has no break rules on this system.
    case noSegmenter = "R050"
    /// There are more problems than the list of problems can hold.
    case tooManyProblems = "R051"
}
