const { remoteConfig } = require('../shared/build/webpack.cjs');

module.exports = (_env, argv) => remoteConfig({ dir: __dirname, mode: argv.mode });
