import * as z from 'zod/mini';
import { longText, reason } from './fields.ts';

describe('a cause', () => {
  it('is something that can be read', () => {
    for (const blank of ['\u202E'.repeat(30), '\u200B\u200B\u200B', ' \u2066x\u2069y ']) {
      expect(z.safeParse(reason(), blank).success).toBe(false);
    }
    expect(z.parse(reason(), ' เสียหาย\u202E ')).toBe('เสียหาย');
  });
});

describe('a longer text', () => {
  it('keeps its lines, and no mark that turns what follows', () => {
    expect(z.parse(longText(), 'one\ntwo \u202Ethree')).toBe('one\ntwo three');
  });
});
