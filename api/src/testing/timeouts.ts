// A limit ends what hangs; it is no measure of speed. Databases are cloned and processes started, on
// two cores that others may share: what takes seconds by itself has taken a minute beside them.
jest.setTimeout(300_000);

export {};
