require('@testing-library/jest-dom');

// A limit ends what hangs; it is no measure of speed.
jest.setTimeout(300_000);
