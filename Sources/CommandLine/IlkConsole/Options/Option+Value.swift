package import ArgumentParser

/// Options whose help names their value, as `--since <time>`.
extension Option {
    /// An option with a default.
    ///
    /// - Parameters:
    ///   - wrappedValue: The default.
    ///   - name: The names of the option.
    ///   - help: The help, a line.
    ///   - value: The name of the value in the usage.
    ///   - completion: The values that a shell completes.
    package init(
        wrappedValue: Value, name: NameSpecification = .long, _ help: String, value: String,
        completion: CompletionKind? = nil
    ) where Value: ExpressibleByArgument {
        self.init(
            wrappedValue: wrappedValue, name: name, help: ArgumentHelp(help, valueName: value),
            completion: completion)
    }

    /// An option that must be given. Parameters as with a default.
    package init(
        name: NameSpecification = .long, _ help: String, value: String, completion: CompletionKind? = nil
    ) where Value: ExpressibleByArgument {
        self.init(name: name, help: ArgumentHelp(help, valueName: value), completion: completion)
    }

    /// An option that may be left out. Parameters as with a default.
    package init<Given: ExpressibleByArgument>(
        name: NameSpecification = .long, _ help: String, value: String, completion: CompletionKind? = nil
    ) where Value == Given? {
        self.init(name: name, help: ArgumentHelp(help, valueName: value), completion: completion)
    }

    /// An option that may be given several times. Parameters as with a default.
    package init<Element: ExpressibleByArgument>(
        wrappedValue: [Element], name: NameSpecification = .long, _ help: String, value: String,
        completion: CompletionKind? = nil
    ) where Value == [Element] {
        self.init(
            wrappedValue: wrappedValue, name: name, help: ArgumentHelp(help, valueName: value),
            completion: completion)
    }

    /// A number with a default.
    ///
    /// - Parameters:
    ///   - wrappedValue: The default.
    ///   - help: The help, a line.
    ///   - least: The least number.
    package init(wrappedValue: Int, count help: String, from least: Int = 1) where Value == Int {
        self.init(wrappedValue: wrappedValue, help: ArgumentHelp(help, valueName: "count")) {
            try Self.count($0, from: least)
        }
    }

    /// A number that may be left out. Parameters as with a default.
    package init(count help: String, from least: Int = 1, value: String = "count") where Value == Int? {
        self.init(help: ArgumentHelp(help, valueName: value)) { try Self.count($0, from: least) }
    }

    private static func count(_ text: String, from least: Int) throws -> Int {
        guard let number = Int(text), number >= least else {
            throw ValidationError("it takes a number from \(least).")
        }
        return number
    }
}
