import base from './playwright.config.ts';

const { webServer: _w, ...rest } = base as Record<string, unknown>;
export default rest;
