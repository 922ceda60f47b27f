import { readText, STORAGE_KEYS, writeText } from './storage.ts';
import { authStore } from './stores.ts';

export const getToken = (): string | null => readText(STORAGE_KEYS.token);

/** After a successful sign-in: token stored, role always `admin` (specification 4, 6). */
export function startSession(answer: { accessToken: string; expiresIn: number }): void {
  writeText(STORAGE_KEYS.token, answer.accessToken);
  writeText(STORAGE_KEYS.exp, String(Date.now() + answer.expiresIn * 1000));
  authStore.setState({ logged: true, role: 'admin' });
}
