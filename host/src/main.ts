import { startShell } from './bootstrap.tsx';

void startShell();
