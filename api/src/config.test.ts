import { ConfigError, readConfig } from './config.ts';

const read = (env: Record<string, string>) => readConfig({ DATA_DIR: '/tmp/nowhere', ...env });

it('starts with nothing set', () => {
  expect(read({})).toMatchObject({
    port: 8080,
    databaseUrl: null,
    authSecret: null,
    metricsToken: null,
    trustProxy: false,
    production: false,
    demo: true,
    publicUrl: 'http://localhost:8080',
  });
});

it.each([
  ['off', false],
  ['', false],
  ['10.0.0.7', '10.0.0.7'],
  ['10.0.0.0/8, ::1,loopback', '10.0.0.0/8, ::1,loopback'],
  ['fd00::/8', 'fd00::/8'],
])('reads TRUST_PROXY=%s', (value, expected) => {
  expect(read({ TRUST_PROXY: value }).trustProxy).toEqual(expected);
});

it('reads FILES_URL, with a folder and without', () => {
  const at = (url: string) => read({ FILES_URL: url }).filesPlace;
  expect(at('')).toBeNull();
  expect(at('s3://KEY:a%2Fb%2B@store.example/parts-office?region=eu-1')).toEqual({
    endpoint: 'https://store.example',
    bucket: 'parts-office',
    prefix: '',
    region: 'eu-1',
    accessKeyId: 'KEY',
    secretAccessKey: 'a/b+',
  });
  expect(
    at('s3://KEY:SECRET@x/parts-office/boxyard/files/?endpoint=http://127.0.0.1:9000/'),
  ).toMatchObject({
    endpoint: 'http://127.0.0.1:9000',
    prefix: 'boxyard/files/',
    region: 'us-east-1',
  });
});

it.each([
  's3://store.example/bucket',
  's3://KEY@store.example/bucket',
  's3://KEY:SECRET@store.example',
  's3://KEY:SECRET@store.example/UPPER',
  's3://KEY:SECRET@store.example/bucket//x',
  's3://KEY:SECRET@store.example/bucket?acl=public',
  's3://KEY:SECRET@store.example/bucket?endpoint=file:///etc',
  's3://KEY:SECRET@store.example/bucket?endpoint=http://user@x',
  's3://KEY:SECRET%zz@store.example/bucket',
  'https://KEY:SECRET@store.example/bucket',
])('refuses FILES_URL=%s without repeating its secret', (url) => {
  const refused = () => read({ FILES_URL: url });
  expect(refused).toThrow(ConfigError);
  expect(refused).not.toThrow(/SECRET%zz|SECRET@store/);
});

it.each([
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '1'],
  ['TRUST_PROXY', '*'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '10.0.0.0/8/8'],
  ['TRUST_PROXY', '10.0.0.1,'],
  ['TRUST_PROXY', 'proxy.example.com'],
  ['METRICS_TOKEN', 'short'],
  ['PAYMENT_GATEWAY_SECRET', 'short'],
  ['METRICS_TOKEN', 'a'.repeat(64)],
  ['SMS_API_URL', 'https://sms.example/send'],
  ['SMS_API_URL', 'sms.example'],
  ['PORT', '80x'],
  ['PORT', '65536'],
  ['LOG_LEVEL', 'loud'],
  ['DATABASE_URL', 'mysql://x'],
  ['SMTP_URL', 'mail.example.com'],
  ['LINE_API_URL', 'api.line.me'],
  ['DEMO_PASSWORD', 'short'],
  ['AUTH_SECRET', 'short'],
  ['AUTH_SECRET', 'a'.repeat(64)],
])('refuses %s=%s with a sentence that names it', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(ConfigError);
  expect(() => read({ [name]: value })).toThrow(name);
});

it('does not start in production without a secret', () => {
  expect(() => read({ NODE_ENV: 'production' })).toThrow('AUTH_SECRET is missing');
});

it('sends by SMS only with a token and a sender', () => {
  const SMS_API_URL = 'https://sms.example/send';
  expect(read({ SMS_API_URL, SMS_API_TOKEN: 'secret', SMS_SENDER: 'Boxyard' }).sms).toEqual({
    url: SMS_API_URL,
    token: 'secret',
    from: 'Boxyard',
  });
  expect(read({}).sms).toBeNull();
});
