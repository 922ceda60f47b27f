// The two shells that `npm run bench:shell` compares with: one list behind a sign-in form each, written as
// their documentation shows it. They are built in a folder of the system's and never committed.

/** Both documentations start an app with Vite, and split code by `React.lazy` pages. */
const TOOLS = { vite: '8.3.8', '@vitejs/plugin-react': '6.3.0' };
const REACT = { react: '19.3.1', 'react-dom': '19.3.1' };

const html = (title) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>${title}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="/src/main.jsx"></script>
  </body>
</html>
`;

const VITE = `import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
export default defineConfig({ plugins: [react()] });
`;

const SIGN_IN = `export async function signIn(username, password) {
  const answer = await fetch('/data/signin', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  if (!answer.ok) throw new Error('Wrong password');
  localStorage.setItem('token', (await answer.json()).token);
}
`;

const reactAdmin = {
  dependencies: {
    ...REACT,
    'react-admin': '5.15.4',
    'ra-data-simple-rest': '5.15.3',
    '@mui/material': '9.5.0',
    '@mui/icons-material': '9.5.0',
  },
  files: {
    'index.html': html('react-admin'),
    'vite.config.mjs': VITE,
    'src/signIn.js': SIGN_IN,
    'src/main.jsx': `import simpleRest from 'ra-data-simple-rest';
import { lazy } from 'react';
import { Admin, Resource } from 'react-admin';
import { createRoot } from 'react-dom/client';
import { signIn } from './signIn.js';

const authProvider = {
  login: ({ username, password }) => signIn(username, password),
  logout: async () => localStorage.removeItem('token'),
  checkAuth: async () => {
    if (!localStorage.getItem('token')) throw new Error('signed out');
  },
  checkError: async () => undefined,
  getPermissions: async () => undefined,
};
const SupplierList = lazy(() => import('./SupplierList.jsx'));

createRoot(document.getElementById('root')).render(
  <Admin dataProvider={simpleRest('/data')} authProvider={authProvider} requireAuth disableTelemetry>
    <Resource name="suppliers" list={SupplierList} />
  </Admin>,
);
`,
    'src/SupplierList.jsx': `import { Datagrid, EmailField, List, TextField, TextInput } from 'react-admin';

const filters = [<TextInput key="q" source="q" label="Search" alwaysOn />];

export default function SupplierList() {
  return (
    <List filters={filters} perPage={20} sort={{ field: 'name', order: 'ASC' }}>
      <Datagrid>
        <TextField source="code" />
        <TextField source="name" />
        <TextField source="taxId" />
        <TextField source="phone" />
        <EmailField source="email" />
      </Datagrid>
    </List>
  );
}
`,
  },
};

const refine = {
  dependencies: {
    ...REACT,
    '@refinedev/core': '5.0.12',
    '@refinedev/antd': '6.0.3',
    '@refinedev/react-router': '2.0.4',
    '@refinedev/simple-rest': '6.0.1',
    antd: '5.29.3',
    dayjs: '1.11.23',
    'react-router': '7.18.5',
  },
  files: {
    'index.html': html('refine'),
    'vite.config.mjs': VITE,
    'src/signIn.js': SIGN_IN,
    'src/main.jsx': `import { Authenticated, Refine } from '@refinedev/core';
import routerProvider, { CatchAllNavigate, NavigateToResource } from '@refinedev/react-router';
import dataProvider from '@refinedev/simple-rest';
import { lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes } from 'react-router';
import { signIn } from './signIn.js';

const authProvider = {
  login: async ({ email, password }) => {
    await signIn(email, password);
    return { success: true, redirectTo: '/' };
  },
  logout: async () => ({ success: true, redirectTo: '/login' }),
  check: async () =>
    localStorage.getItem('token')
      ? { authenticated: true }
      : { authenticated: false, redirectTo: '/login' },
  onError: async () => ({}),
};
const Login = lazy(() => import('./Login.jsx'));
const Layout = lazy(() => import('./Layout.jsx'));
const SupplierList = lazy(() => import('./SupplierList.jsx'));

createRoot(document.getElementById('root')).render(
  <BrowserRouter>
    <Refine
      dataProvider={dataProvider('/data')}
      authProvider={authProvider}
      routerProvider={routerProvider}
      resources={[{ name: 'suppliers', list: '/suppliers' }]}
      options={{ disableTelemetry: true }}
    >
      <Suspense fallback={null}>
        <Routes>
          <Route
            element={
              <Authenticated key="inside" fallback={<CatchAllNavigate to="/login" />}>
                <Layout />
              </Authenticated>
            }
          >
            <Route index element={<NavigateToResource resource="suppliers" />} />
            <Route path="/suppliers" element={<SupplierList />} />
          </Route>
          <Route path="/login" element={<Login />} />
        </Routes>
      </Suspense>
    </Refine>
  </BrowserRouter>,
);
`,
    'src/Login.jsx': `import '@refinedev/antd/dist/reset.css';
import { AuthPage } from '@refinedev/antd';

export default function Login() {
  return <AuthPage type="login" registerLink={false} forgotPasswordLink={false} />;
}
`,
    'src/Layout.jsx': `import '@refinedev/antd/dist/reset.css';
import { ThemedLayout } from '@refinedev/antd';
import { Outlet } from 'react-router';

export default function Layout() {
  return (
    <ThemedLayout>
      <Outlet />
    </ThemedLayout>
  );
}
`,
    'src/SupplierList.jsx': `import { List, useTable } from '@refinedev/antd';
import { Form, Input, Table } from 'antd';

export default function SupplierList() {
  const { tableProps, searchFormProps } = useTable({
    pagination: { pageSize: 20 },
    sorters: { initial: [{ field: 'name', order: 'asc' }] },
    onSearch: ({ q }) => [{ field: 'q', operator: 'eq', value: q }],
  });
  return (
    <List>
      <Form {...searchFormProps} layout="inline">
        <Form.Item name="q">
          <Input.Search placeholder="Search" onSearch={searchFormProps.form?.submit} />
        </Form.Item>
      </Form>
      <Table {...tableProps} rowKey="id">
        <Table.Column dataIndex="code" title="Code" sorter />
        <Table.Column dataIndex="name" title="Name" sorter />
        <Table.Column dataIndex="taxId" title="Tax id" />
        <Table.Column dataIndex="phone" title="Phone" />
        <Table.Column dataIndex="email" title="E-mail" />
      </Table>
    </List>
  );
}
`,
  },
};

/** Each with exact versions and the files of its app. */
export const PEERS = Object.fromEntries(
  Object.entries({ 'react-admin': reactAdmin, refine }).map(([name, { dependencies, files }]) => [
    name,
    {
      files: {
        ...files,
        'package.json': JSON.stringify({
          name: `bench-${name}`,
          private: true,
          type: 'module',
          dependencies: { ...dependencies, ...TOOLS },
        }),
        // A workspace of its own, whatever lies above it; no script of a package runs.
        'pnpm-workspace.yaml': 'packages: []\nignoredBuiltDependencies: []\n',
      },
    },
  ]),
);
