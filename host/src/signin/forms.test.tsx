import { registerContract } from '@boxyard/shared/client/call.ts';
import { authArea } from '@boxyard/shared/contract/areas/auth.ts';
import { addTexts } from '@boxyard/shared/runtime/i18n.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { addFormTexts } from '../pages/parts/texts.ts';
import { LoginForm, ResetForm, SIGNIN_TEXTS } from './forms.tsx';
import en from './i18n/en.json' with { type: 'json' };
import th from './i18n/th.json' with { type: 'json' };

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', fallbackLng: 'en' });
  registerContract(authArea);
  addFormTexts();
  addTexts(SIGNIN_TEXTS, { en, th });
});

const nowhere = async () => undefined;

test('an empty e-mail address is asked for beside its field, before anything is sent', async () => {
  render(<LoginForm onGo={nowhere} onSignedIn={nowhere} />);
  const email = screen.getByLabelText('E-mail');
  expect(email).toHaveFocus();
  await userEvent.type(screen.getByLabelText('Password'), 'something long');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(email).toBeInvalid();
  expect(email).toHaveAccessibleDescription('Please fill this in.');
  expect(email).toHaveFocus();
});

test('a new password is repeated as it was typed', async () => {
  render(<ResetForm onGo={nowhere} token="t" />);
  await userEvent.type(screen.getByLabelText('New password'), 'four words in a row');
  await userEvent.type(screen.getByLabelText('New password again'), 'four words in a line');
  await userEvent.click(screen.getByRole('button', { name: 'Change the password' }));
  const repeat = screen.getByLabelText('New password again');
  expect(repeat).toBeInvalid();
  expect(repeat).toHaveAccessibleDescription('The two passwords differ.');
});
