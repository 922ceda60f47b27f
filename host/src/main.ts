import './theme/listStyles.ts';
import { startShell } from './bootstrap.tsx';

void startShell();
