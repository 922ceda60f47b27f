import { act, render, screen } from '@testing-library/react';
import Button from 'antd/es/button';
import { startI18n } from './i18n.ts';
import { themeStore } from './stores.ts';
import { AppTheme } from './theme.tsx';

const variables = () =>
  [...document.querySelectorAll('style')]
    .map(({ textContent }) => textContent ?? '')
    .filter((css) => css.startsWith('.by'));
const panelOf = (css: readonly string[]) =>
  css.map((text) => /--ant-color-bg-container:([^;]+)/i.exec(text)?.[1]).filter(Boolean);

test('every theme that is chosen again has its variables', async () => {
  await startI18n();
  render(
    <AppTheme>
      <Button>Save</Button>
    </AppTheme>,
  );
  const choose = (name: 'light' | 'dark') => act(() => themeStore.setState({ name }));
  choose('light');
  const light = panelOf(variables());
  expect(light).toHaveLength(1);
  choose('dark');
  const dark = panelOf(variables());
  expect(dark).toHaveLength(1);
  expect(dark).not.toEqual(light);
  choose('light');
  expect(panelOf(variables())).toEqual(light);
  choose('dark');
  expect(panelOf(variables())).toEqual(dark);
});

test('a button is called the same while it is busy, and afterwards', async () => {
  await startI18n();
  const drawn = (isBusy: boolean) => (
    <AppTheme>
      <Button loading={isBusy}>Save</Button>
    </AppTheme>
  );
  const { rerender } = render(drawn(false));
  for (const isBusy of [true, false]) {
    rerender(drawn(isBusy));
    expect(screen.getByRole('button', { name: 'Save' })).toBeInTheDocument();
  }
});
