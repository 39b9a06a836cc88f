import FoundationEssentials
public import IlkVocabulary

/// A value that a prepared statement can bind.
public protocol StatementValue {
    /// Binds the value.
    ///
    /// - Parameters:
    ///   - statement: The statement.
    ///   - index: The index of the parameter, from 1.
    func bind(to statement: RawStatement, at index: Int32)
}

extension RawStatement {
    /// Binds values to the first parameters, in order.
    ///
    /// - Parameter values: The values.
    public func bind<each Value: StatementValue>(_ values: repeat each Value) {
        var index: Int32 = 1
        for value in repeat each values {
            value.bind(to: self, at: index)
            index += 1
        }
    }

    /// Binds values to the first parameters, in order, and runs the statement to completion.
    ///
    /// - Parameters:
    ///   - first: The value of the first parameter.
    ///   - values: The values of the following parameters.
    /// - Returns: The first column of the first row as an integer, or `nil` if there is no row.
    /// - Throws: `DatabaseError` with SQLite's extended code.
    @discardableResult
    public func run<First: StatementValue, each Value: StatementValue>(
        _ first: First, _ values: repeat each Value
    ) throws -> Int64? {
        bind(first, repeat each values)
        return try run()
    }
}

extension String: StatementValue {
    /// Binds the text by its length.
    public func bind(to statement: RawStatement, at index: Int32) { statement.bind(self, at: index) }
}

extension Double: StatementValue {
    /// Binds the number. NaN becomes NULL.
    public func bind(to statement: RawStatement, at index: Int32) { statement.bind(self, at: index) }
}

extension Int64: StatementValue {
    /// Binds the number.
    public func bind(to statement: RawStatement, at index: Int32) { statement.bind(self, at: index) }
}

extension Int: StatementValue {
    /// Binds the number.
    public func bind(to statement: RawStatement, at index: Int32) { statement.bind(Int64(self), at: index) }
}

extension Bool: StatementValue {
    /// Binds 1 for `true` and 0 for `false`.
    public func bind(to statement: RawStatement, at index: Int32) { statement.bind(self ? 1 : 0, at: index) }
}

extension [UInt8]: StatementValue {
    /// Binds the bytes as a blob.
    public func bind(to statement: RawStatement, at index: Int32) { statement.bind(bytes: self, at: index) }
}

extension Optional: StatementValue where Wrapped: StatementValue {
    /// Binds the value, or NULL.
    public func bind(to statement: RawStatement, at index: Int32) {
        guard let self else { return statement.bind(nil as Int64?, at: index) }
        self.bind(to: statement, at: index)
    }
}

extension RecordID: StatementValue {
    /// Binds the 16 bytes as a blob.
    public func bind(to statement: RawStatement, at index: Int32) {
        withUnsafeBytes(of: uuid.uuid) { statement.bind(blob: $0, at: index) }
    }
}
