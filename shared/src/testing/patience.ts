import { configure } from '@testing-library/react';

// Drawing antd in jsdom takes seconds on a machine that does other things too. What is waited for
// comes when it comes; the limit only ends a test for which it never does.
configure({ asyncUtilTimeout: 60_000 });
