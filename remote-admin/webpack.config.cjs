const { remoteConfig } = require('../shared/build/webpack.cjs');

module.exports = (_env, argv) => remoteConfig({ name: 'remote-admin', mode: argv.mode });
