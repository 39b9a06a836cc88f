package import ArgumentParser

/// Options whose help names their value, such as `--since <time>`.
extension Option {
    /// Creates an option with a default.
    ///
    /// - Parameter value: The placeholder of the value in the usage line, such as `count` in `<count>`.
    package init(
        wrappedValue: Value, name: NameSpecification = .long, _ help: String, value: String,
        completion: CompletionKind? = nil
    ) where Value: ExpressibleByArgument {
        self.init(
            wrappedValue: wrappedValue, name: name, help: ArgumentHelp(help, valueName: value),
            completion: completion)
    }

    /// Creates a required option.
    package init(
        name: NameSpecification = .long, _ help: String, value: String, completion: CompletionKind? = nil
    ) where Value: ExpressibleByArgument {
        self.init(name: name, help: ArgumentHelp(help, valueName: value), completion: completion)
    }

    /// Creates an optional option.
    package init<Given: ExpressibleByArgument>(
        name: NameSpecification = .long, _ help: String, value: String, completion: CompletionKind? = nil
    ) where Value == Given? {
        self.init(name: name, help: ArgumentHelp(help, valueName: value), completion: completion)
    }

    /// Creates a repeatable option.
    package init<Element: ExpressibleByArgument>(
        wrappedValue: [Element], name: NameSpecification = .long, _ help: String, value: String,
        completion: CompletionKind? = nil
    ) where Value == [Element] {
        self.init(
            wrappedValue: wrappedValue, name: name, help: ArgumentHelp(help, valueName: value),
            completion: completion)
    }

    /// Creates an option for an integer with a default.
    ///
    /// - Parameters:
    ///   - least: The minimum.
    ///   - most: The maximum.
    ///   - value: The placeholder of the value in the usage line, such as `count` in `<count>`.
    package init(
        wrappedValue: Int, count help: String, from least: Int = 1, to most: Int = .max,
        value: String = "count"
    ) where Value == Int {
        self.init(wrappedValue: wrappedValue, help: ArgumentHelp(help, valueName: value)) {
            try Self.count($0, from: least, to: most)
        }
    }

    /// Creates an optional option for an integer.
    package init(
        name: NameSpecification = .long, count help: String, from least: Int = 1, to most: Int = .max,
        value: String = "count"
    ) where Value == Int? {
        self.init(name: name, help: ArgumentHelp(help, valueName: value)) {
            try Self.count($0, from: least, to: most)
        }
    }

    private static func count(_ text: String, from least: Int, to most: Int) throws -> Int {
        guard let number = Int(text), number >= least, number <= most else {
            let range = most == .max ? "of at least \(least)" : "from \(least) to \(most)"
            throw ValidationError("expected an integer \(range)")
        }
        return number
    }
}
