export * from './fakeServer.ts';
export * from './people.ts';
export * from './remoteContractTest.ts';
export * from './renderPage.tsx';
