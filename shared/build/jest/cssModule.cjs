// A class of a CSS module is its own name in a test.
module.exports = new Proxy({}, { get: (_, key) => (key === '__esModule' ? false : String(key)) });
