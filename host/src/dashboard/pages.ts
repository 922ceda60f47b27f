// One chunk for both: whoever opens the page of all their work has come from the dashboard.
export { Page as DashboardPage } from './DashboardPage.tsx';
export { Page as WorkPage } from './WorkPage.tsx';
