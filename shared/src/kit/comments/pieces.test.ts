import { mentionedIn, nameBefore, piecesOf } from './pieces.ts';

const ann = { id: '1', name: 'Ann' };
const lee = { id: '2', name: 'Ann Lee' };

it('takes names out of the text, the longest first', () => {
  expect(piecesOf('Hi @Ann Lee, and @Ann!', [ann, lee])).toEqual([
    { text: 'Hi ', isName: false },
    { text: '@Ann Lee', isName: true },
    { text: ', and ', isName: false },
    { text: '@Ann', isName: true },
    { text: '!', isName: false },
  ]);
  expect(piecesOf('a@b.example', [])).toEqual([{ text: 'a@b.example', isName: false }]);
});

it('names only whoever still stands in it', () => {
  expect(mentionedIn('Hi @Ann Lee', [ann, lee])).toEqual(['2']);
  expect(mentionedIn('Hi', [ann, lee])).toEqual([]);
});

it.each([
  ['Hi @An', 6, { at: 3, typed: 'An' }],
  ['@', 1, { at: 0, typed: '' }],
  ['@Ann Le and', 7, { at: 0, typed: 'Ann Le' }],
  ['a@b.example', 11, null],
  ['Hi @Ann Lee there', 17, null],
])('finds the name that is typed in %j at %i', (text, caret, found) => {
  expect(nameBefore(text, caret)).toEqual(found);
});
