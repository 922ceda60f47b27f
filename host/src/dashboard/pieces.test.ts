import { inOrder, visiblePieces } from './pieces.ts';

const chart = (name: string) => ({ name, isChart: true });
const list = (name: string) => ({ name });
const names = (widgets: readonly { readonly name: string }[]) => widgets.map(({ name }) => name);
const many = [list('due'), ...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(chart)];
const USUAL = { order: [], hidden: [] };

test('charts come before lists, six of them, until somebody arranges them', () => {
  expect(names(visiblePieces(many, USUAL))).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'due']);
});

test('what somebody arranged stands as they have it, with all that they chose', () => {
  const order = ['g', 'due', 'f', 'e', 'd', 'c', 'b', 'a'].map((name) => `widget:${name}`);
  const layout = { order, hidden: ['widget:f'] };
  expect(names(inOrder(many, layout))).toEqual(['g', 'due', 'f', 'e', 'd', 'c', 'b', 'a']);
  expect(names(visiblePieces(many, layout))).toEqual(['g', 'due', 'e', 'd', 'c', 'b', 'a']);
});

test('what has come since follows, as long as there is room', () => {
  const layout = { order: ['widget:b', 'widget:due'], hidden: ['widget:a'] };
  expect(names(visiblePieces([...many, list('new')], layout))).toEqual([
    'b',
    'due',
    'c',
    'd',
    'e',
    'f',
    'g',
    'new',
  ]);
});
