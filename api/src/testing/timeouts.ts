// Databases are cloned and processes started; two cores shared by many take their time.
jest.setTimeout(60_000);

export {};
