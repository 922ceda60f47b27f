const { hostConfig } = require('../shared/build/webpack.cjs');

module.exports = (_env, argv) => hostConfig({ mode: argv.mode });
