const { remoteConfig } = require('../shared/build/webpack.cjs');

module.exports = (_env, argv) => remoteConfig({ name: 'remote-purchase-sales', mode: argv.mode });
